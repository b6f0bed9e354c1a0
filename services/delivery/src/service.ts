import type { UserId } from "@matinale/contracts";
import { type Bus, createBus, forgetAgain } from "@matinale/bus";
import { awaitMongo, ensureIndexes, type Logger, mongoReady, type Service } from "@matinale/kit";
import { deliveryApp } from "./app.ts";
import { BackgroundWork } from "./application/background-work.ts";
import { Schedules } from "./application/reschedule.ts";
import { type Channel, channelOf } from "./clients/channel.ts";
import { contentMedia } from "./clients/media-source.ts";
import { connectRate, sharedRate } from "./clients/redis/shared-rate.ts";
import type { Config } from "./config.ts";
import { consumers } from "./consumers/index.ts";
import { siteOf } from "./domain/conversation/conversation.ts";
import { leases as defaultLeases, type Leases } from "./domain/delivery/leases.ts";
import { verifiedAddresses } from "./domain/subscriber/subscriber.ts";
import { measureBacklog } from "./metrics/backlog.ts";
import { deliveryStores } from "./store/index.ts";
import { deliveryWorkers } from "./workers/index.ts";

/** What the service reads from and writes to outside of its process. */
export interface Ports extends Pick<
  ReturnType<typeof deliveryStores>,
  "subscribers" | "deliveries" | "uploads" | "webhookEvents"
> {
  bus: Bus;
  whatsapp: Channel["whatsapp"];
}

/** Clock, lease durations, bus and ports; tests override them. */
export interface ServiceOverrides {
  bus?: Bus;
  now?: () => Date;
  leases?: Leases;
  /** Replaces or wraps the ports that the service has built. */
  ports?: (built: Ports) => Ports;
}

/** Composition root: connects all parts of the service and starts none of them. */
export async function deliveryService(
  config: Config,
  logger: Logger,
  {
    now = () => new Date(),
    leases = defaultLeases,
    bus: ownBus = createBus(config, { service: "delivery", logger }),
    ports = (built) => built,
  }: ServiceOverrides = {},
): Promise<Service> {
  const mongo = await awaitMongo(config, logger);
  const media = contentMedia(config);
  const own = deliveryStores(mongo, {
    deliveryDays: config.DELIVERY_RETENTION_DAYS,
    secret: config.TRIAL_HASH_SECRET,
  });
  const { erased, senderSwitch, ...stores } = own;
  const { verifiedNumbers } = stores;
  const { webhooks, sender, messagesPerSecond, ...channel } = channelOf(config, media, {
    lids: own.subscribers.addresses,
    logger,
  });
  const { bus, whatsapp, subscribers, deliveries, uploads, webhookEvents } = ports({
    ...own,
    bus: ownBus,
    whatsapp: channel.whatsapp,
  });
  const rate = sharedRate({
    redis: connectRate(config.REDIS_URL, logger),
    number: sender,
    perSecond: messagesPerSecond,
    logger,
  });
  await ensureIndexes(mongo);
  measureBacklog(deliveries.backlog, now);

  const background = new BackgroundWork(logger);
  const parts = {
    ...stores,
    background,
    subscribers,
    deliveries,
    uploads,
    webhookEvents,
    schedules: new Schedules(subscribers, deliveries, (...number) =>
      verifiedNumbers.add(...number),
    ),
    site: siteOf(config.APP_URL, config.PRODUCT_FILE.brand.name),
    isStopped: async () => (await senderSwitch.stopped(sender)) !== null,
    media,
    rate,
    webhooks,
    whatsapp,
    logger,
    now,
  };
  const workers = deliveryWorkers({
    ...parts,
    messagesPerSecond,
    probeEveryMs: config.SENDER_PROBE_SECONDS * 1_000,
    leases,
  });

  const erasure = {
    erased,
    forget: async (ids: readonly UserId[]) => {
      const numbers = (await subscribers.many(ids)).flatMap(verifiedAddresses);
      await verifiedNumbers.erase(ids, numbers, now());
      // Subscribers first: workers plan deliveries from them.
      await subscribers.eraseAll(ids);
      await Promise.all([deliveries.erase(ids), stores.codes.eraseAll(ids, "userId")]);
    },
  };

  return {
    name: "delivery",
    config,
    logger,
    app: deliveryApp(config, logger, workers.deps),
    jobs: [...workers.jobs, forgetAgain(erasure, { logger })],
    consumers: bus.consume(consumers(workers.deps, erasure)),
    relay: bus.relay([deliveries.model, verifiedNumbers.model], {
      // Publishes the events of one digest together.
      minIntervalMs: 1_000,
    }),
    ready: [mongoReady(mongo)],
    close: [bus, background, whatsapp, media, rate, mongo],
  };
}
