import { createLogger, loadConfig, runService } from "@matinale/kit";
import { schema } from "./config.ts";
import { preferencesService } from "./service.ts";

const config = loadConfig(schema);
const logger = createLogger({ service: "preferences", level: config.LOG_LEVEL });

await runService(await preferencesService(config, logger));
