import { createLogger, loadConfig, runService } from "@matinale/kit";
import { schema } from "./config.ts";
import { identityService } from "./service.ts";

const config = loadConfig(schema);
const logger = createLogger({ service: "identity", level: config.LOG_LEVEL });

await runService(await identityService(config, logger));
