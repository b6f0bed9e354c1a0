import { createBus } from "@matinale/bus";
import { createLogger, loadConfig, runService } from "@matinale/kit";
import { awaitMongo } from "@matinale/kit/mongo";
import { schema } from "./config.ts";
import { contentService } from "./service.ts";

const config = loadConfig(schema);
const logger = createLogger({ service: "content", level: config.LOG_LEVEL });
const mongo = await awaitMongo(config, logger);
const bus = createBus(config, { service: "content", logger });

await runService(await contentService(config, { mongo, bus, logger }));
