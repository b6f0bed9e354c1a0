import { createBus, ErasedPeople } from "@matinale/bus";
import { awaitMongo, ensureIndexes, mongoReady } from "@matinale/kit";
import type { Logger, Service } from "@matinale/kit";
import { preferencesApp } from "./app.ts";
import { forgettingOf } from "./application/forget-subscriber.ts";
import type { Config } from "./config.ts";
import { consumers } from "./consumers/index.ts";
import { SubscriberStore } from "./store/subscribers.ts";

/** Connects the parts of the service. Nothing is started yet. */
export async function preferencesService(config: Config, logger: Logger): Promise<Service> {
  const mongo = await awaitMongo(config, logger);
  const bus = createBus(config, { service: "preferences", logger });
  const subscribers = new SubscriberStore(mongo);
  const forgetting = forgettingOf(new ErasedPeople(mongo), subscribers);
  await ensureIndexes(mongo);

  return {
    name: "preferences",
    config,
    logger,
    app: preferencesApp({ subscribers, secret: config.INTERNAL_TOKEN_SECRET, logger }),
    consumers: bus.consume(consumers(subscribers, forgetting)),
    relay: bus.relay([subscribers.model]),
    ready: [mongoReady(mongo)],
    close: [bus, mongo],
  };
}
