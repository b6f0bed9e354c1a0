import { createLogger, loadConfig, runService } from "@matinale/kit";
import { schema } from "./config.ts";
import { billingService } from "./service.ts";

const config = loadConfig(schema);
const logger = createLogger({ service: "billing", level: config.LOG_LEVEL });

await runService(await billingService(config, logger));
