import { type Bus, createBus } from "@matinale/bus";
import type { Logger, Service } from "@matinale/kit";
import { awaitMongo, clockCheck, ensureIndexes, mongoCheck } from "@matinale/kit/mongo";
import { redisCheck } from "@matinale/kit/redis";
import { deliveryApp } from "./app.ts";
import { BackgroundWork } from "./application/background-work.ts";
import { forgettingOf } from "./application/forget-person.ts";
import { SenderCircuits } from "./application/sender-circuit.ts";
import { type Channel, channelOf } from "./clients/channel.ts";
import { contentMedia } from "./clients/media-source.ts";
import { connectRate, sharedRate } from "./clients/redis/shared-rate.ts";
import type { Config } from "./config.ts";
import { consumers } from "./consumers/index.ts";
import { siteOf } from "./domain/conversation/conversation.ts";
import { leases as defaultLeases, type Leases } from "./domain/delivery/leases.ts";
import { measureBacklog } from "./metrics/backlog.ts";
import { measureOutcomes } from "./metrics/outcomes.ts";
import { deliveryStores, type Stores } from "./store/index.ts";
import { deliveryWorkers } from "./workers/index.ts";

/** What the service reads from and writes to outside of its process. */
export interface Ports extends Stores {
  bus: Bus;
  whatsapp: Channel["whatsapp"];
}

/** Clock, lease durations and bus; tests override them. */
interface ServiceOverrides {
  bus?: Bus;
  now?: () => Date;
  leases?: Leases;
  /** Called with the ports before the service uses them: a test may wrap their methods. */
  onBuilt?: (ports: Ports) => void;
}

/** Composition root: connects all parts of the service and starts none of them. */
export async function deliveryService(
  config: Config,
  logger: Logger,
  {
    now = () => new Date(),
    leases = defaultLeases,
    bus = createBus(config, { service: "delivery", logger }),
    onBuilt = () => undefined,
  }: ServiceOverrides = {},
): Promise<Service> {
  const mongo = await awaitMongo(config, logger);
  const media = contentMedia(config);
  const stores = deliveryStores(mongo, {
    deliveryDays: config.DELIVERY_RETENTION_DAYS,
    secret: config.TRIAL_HASH_SECRET,
  });
  const { deliveries, senderSwitch, subscribers, verifiedNumbers } = stores;
  const { webhooks, whatsapp, sender, messagesPerSecond } = channelOf(config, media, {
    lids: subscribers.addresses,
    logger,
  });
  onBuilt({ ...stores, bus, whatsapp });
  const redis = connectRate(config.REDIS_URL, logger);
  const rate = sharedRate({
    redis,
    number: sender,
    perSecond: messagesPerSecond,
  });
  await ensureIndexes(mongo);
  measureBacklog(deliveries.backlog, now);
  measureOutcomes(stores);

  const clock = clockCheck(mongo);
  const background = new BackgroundWork();
  const { workers, deps } = deliveryWorkers({
    ...stores,
    background,
    clock,
    forgetting: forgettingOf(stores, now),
    site: siteOf(config.APP_URL, config.PRODUCT_FILE.brand.name),
    isStopped: async () => (await senderSwitch.stopped()) !== null,
    media,
    rate,
    webhooks,
    whatsapp,
    circuits: new SenderCircuits({
      probeEveryMs: config.SENDER_PROBE_SECONDS * 1_000,
      isHealthy: () => whatsapp.health(),
      logger,
    }),
    logger,
    now,
    leases,
  });

  return {
    name: "delivery",
    config,
    logger,
    app: deliveryApp(config, logger, deps),
    workers,
    consumers: bus.consume(consumers(deps)),
    relay: bus.relay([deliveries.model, verifiedNumbers.model], {
      // Publishes the events of one digest together.
      minIntervalMs: 1_000,
    }),
    ready: [mongoCheck(mongo), clock],
    reported: [redisCheck(redis, "delivery")],
    close: [bus, background, whatsapp, rate, mongo],
  };
}
