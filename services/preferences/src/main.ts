import { createBus, ErasedPeople } from "@matinale/bus";
import {
  awaitMongo,
  createLogger,
  ensureIndexes,
  loadConfig,
  mongoReady,
  runService,
} from "@matinale/kit";
import { preferencesApp } from "./app.ts";
import { schema } from "./config.ts";
import { subscriptions } from "./consumers/index.ts";
import { SubscriberStore } from "./store/subscribers.ts";

const config = loadConfig(schema);
const logger = createLogger({ service: "preferences", level: config.LOG_LEVEL });
const mongo = await awaitMongo(config, logger);
const bus = createBus(config, { service: "preferences", logger });
const subscribers = new SubscriberStore(mongo);
const erased = new ErasedPeople(mongo);
await ensureIndexes(mongo);

await runService({
  name: "preferences",
  config,
  logger,
  app: preferencesApp({ subscribers, secret: config.INTERNAL_TOKEN_SECRET, logger }),
  consumers: bus.consume(subscriptions(subscribers, erased)),
  relay: bus.relay([subscribers.model]),
  ready: [mongoReady(mongo)],
  close: [bus, mongo],
});
