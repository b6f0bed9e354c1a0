import { createBus, ErasedPeople } from "@matinale/bus";
import type { UserId } from "@matinale/contracts";
import type { Logger, Service } from "@matinale/kit";
import { awaitMongo, ensureIndexes, mongoCheck } from "@matinale/kit/mongo";
import { preferencesApp } from "./app.ts";
import type { Config } from "./config.ts";
import { consumers } from "./consumers/index.ts";
import { SubscriberStore } from "./store/subscribers.ts";

export async function preferencesService(config: Config, logger: Logger): Promise<Service> {
  const mongo = await awaitMongo(config, logger);
  const bus = createBus(config, { service: "preferences", logger });
  const product = config.PRODUCT_FILE;
  const subscribers = new SubscriberStore(mongo, product);
  const erased = new ErasedPeople(mongo);
  const forgetting = { erased, forget: (ids: readonly UserId[]) => subscribers.erase(ids) };
  await ensureIndexes(mongo);

  return {
    name: "preferences",
    config,
    logger,
    app: preferencesApp({ subscribers, product, secret: config.INTERNAL_TOKEN_SECRET, logger }),
    consumers: bus.consume(consumers(subscribers, forgetting)),
    relay: bus.relay([subscribers.model]),
    ready: [mongoCheck(mongo)],
    close: [bus, mongo],
  };
}
