import { createLogger, loadConfig, runService } from "@matinale/kit";
import { schema } from "./config.ts";
import { deliveryService } from "./service.ts";

const config = loadConfig(schema);
const logger = createLogger({ service: "delivery", level: config.LOG_LEVEL });

await runService(await deliveryService(config, logger));
