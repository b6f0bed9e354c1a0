import { createLogger, loadConfig, runService } from "@matinale/kit";
import { schema } from "./config.ts";
import { gatewayService } from "./service.ts";

const config = loadConfig(schema);
const logger = createLogger({ service: "gateway", level: config.LOG_LEVEL });

await runService(await gatewayService(config, logger));
