import type { UserId } from "@matinale/contracts";
import { createBus, ErasedPeople, forgetAgain } from "@matinale/bus";
import {
  awaitMongo,
  ensureIndexes,
  type Logger,
  mongoReady,
  type Service,
  ticker,
} from "@matinale/kit";
import { deliveryApp } from "./app.ts";
import { channelOf } from "./clients/channel.ts";
import { contentMedia } from "./clients/media-source.ts";
import { traced } from "./clients/traced-whatsapp.ts";
import type { Config } from "./config.ts";
import { siteOf } from "./domain/conversation/conversation.ts";
import type { Reached } from "./domain/failpoints.ts";
import { leases as usualLeases, type Leases } from "./domain/delivery/leases.ts";
import { recipientRules } from "./domain/rate/rate.ts";
import { subscriptions } from "./consumers/index.ts";
import { answerStrangers } from "./application/reply-to-unknown-sender.ts";
import { disconnectIfDead } from "./application/disconnect-dead-number.ts";
import { dueDigests } from "./workers/plan-due-deliveries.ts";
import { dueNotices } from "./workers/send-notices.ts";
import { expireClaims } from "./workers/expire-claims.ts";
import { stopForOptOut } from "./application/stop-for-opt-out.ts";
import { prepareAudio } from "./workers/upload-audio.ts";
import { readWebhooks } from "./workers/process-webhooks.ts";
import { replannedDigests } from "./workers/request-replanned-digests.ts";
import { sendDeliveries } from "./workers/send-deliveries.ts";
import { joinEarly } from "./application/apply-status.ts";
import { measureBacklog } from "./metrics/backlog.ts";
import { coalesced, stream } from "./store/batched.ts";
import { DeliveryStore } from "./store/deliveries.ts";
import { Inbox } from "./store/webhook-events.ts";
import { OptInCodes } from "./store/opt-in-codes.ts";
import { PhoneStops } from "./store/phone-stops.ts";
import { Schedules } from "./application/reschedule.ts";
import { sharedRate } from "./clients/redis/shared-rate.ts";
import { Strangers } from "./store/unknown-senders.ts";
import { SubscriberStore } from "./store/subscribers.ts";
import { Switches } from "./store/sender-switch.ts";
import { UploadStore } from "./store/uploads.ts";
import { VerifiedNumberStore } from "./store/verified-numbers.ts";
import { WebhookItems } from "./store/webhook-items.ts";

/** What time is it, how long is work in one's hands, and who watches. */
export interface Circumstances {
  now?: () => Date;
  leases?: Leases;
  reached?: Reached;
}

/** Everything the service is made of, connected to each other and not yet started. */
export async function deliveryService(
  config: Config,
  logger: Logger,
  { now = () => new Date(), leases = usualLeases, reached }: Circumstances = {},
): Promise<Service> {
  const mongo = await awaitMongo(config, logger);
  const bus = createBus(config, { service: "delivery", logger });
  const media = contentMedia(config);
  const { webhooks, sender, messagesPerSecond, ...channel } = channelOf(config, media);
  const whatsapp = traced(channel.whatsapp);
  const rate = sharedRate({
    url: config.REDIS_URL,
    number: sender,
    rules: { perSecond: messagesPerSecond, ...recipientRules },
    logger,
  });
  const subscribers = new SubscriberStore(mongo);
  const deliveries = new DeliveryStore(mongo);
  const uploads = new UploadStore(mongo);
  const inbox = new Inbox(mongo);
  const items = new WebhookItems(mongo);
  const codes = new OptInCodes(mongo);
  const switches = new Switches(mongo);
  const phoneStops = new PhoneStops(mongo);
  const strangers = new Strangers(mongo);
  const verifiedNumbers = new VerifiedNumberStore(mongo, config.TRIAL_HASH_SECRET);
  const schedules = new Schedules(subscribers, deliveries, (...number) =>
    verifiedNumbers.add(...number),
  );
  const erased = new ErasedPeople(mongo);
  await ensureIndexes(mongo);
  measureBacklog(deliveries.model, now);

  const onWork = () => {
    sending.nudge();
    preparing.nudge();
  };
  const onScheduled = () => {
    due.nudge();
    noticing.nudge();
    // what was planned may be due sooner than it was
    sending.nudge();
  };
  const site = siteOf(config.APP_URL);
  const stores = {
    subscribers,
    deliveries,
    uploads,
    inbox,
    items,
    codes,
    phoneStops,
  };
  const isStopped = async () => (await switches.stopped()) !== null;
  const toStrangers = answerStrangers({ strangers, whatsapp, rate, site, isStopped, logger, now });
  const onUnreachable = (id: UserId) => disconnectIfDead(id, { deliveries, schedules, now });
  const onOptedOut = (id: UserId, at: Date) =>
    stopForOptOut(id, at, { schedules, phoneStops, now });
  const deps = {
    ...stores,
    onUnreachable,
    onOptedOut,
    onStrangers: toStrangers.answer,
    schedules,
    site,
    media,
    whatsapp,
    webhooks,
    logger,
    now,
    ...(reached === undefined ? {} : { reached }),
  };
  const onSenderRefused = (code: number) => sending.senderRefused(code);
  const joinOne = coalesced(async (ids: string[]) => {
    await joinEarly(ids, { ...deps, onWork, onSenderRefused });
    return ids.map(() => undefined);
  }, stream);

  // Whoever makes work nudges these workers; their own rounds are for what a crash has left.
  const sending = sendDeliveries({
    ...deps,
    leaseMs: leases.deliveryMs,
    joinEarly: joinOne,
    rate,
    messagesPerSecond,
    probeEveryMs: config.SENDER_PROBE_SECONDS * 1_000,
    isStopped,
    onSoundLost: () => preparing.nudge(),
  });
  const due = ticker({
    name: "due-digests",
    everyMs: 10_000,
    logger,
    run: async () => {
      const planning = await dueDigests({ ...deps, leaseMs: leases.slotMs });
      return (await replannedDigests(deps)) ?? planning;
    },
  });
  const noticing = ticker({
    name: "due-notices",
    everyMs: 15_000,
    logger,
    run: () => dueNotices({ ...deps, leaseMs: leases.noticeMs, onWork }),
  });
  const expiring = ticker({
    name: "expire-claims",
    everyMs: 15_000,
    logger,
    run: () => expireClaims({ subscribers, schedules, now }),
  });
  const preparing = ticker({
    name: "prepare-audio",
    everyMs: leases.uploadMs / 4,
    logger,
    run: () => prepareAudio({ ...deps, leaseMs: leases.uploadMs, onReady: () => sending.nudge() }),
  });
  const reading = ticker({
    name: "read-webhooks",
    everyMs: leases.webhookMs / 2,
    apartMs: 100,
    logger,
    run: () =>
      readWebhooks({
        ...deps,
        leaseMs: leases.webhookMs,
        onWork,
        onScheduled,
        onSenderRefused,
      }),
  });

  const forgetting = {
    erased,
    forget: async (ids: readonly UserId[]) => {
      const numbers = (await subscribers.many(ids)).flatMap(({ channel }) =>
        channel?.verifiedAt === undefined ? [] : [channel.phone],
      );
      await verifiedNumbers.erase(ids, numbers, now());
      // first what others are made from
      await subscribers.erase(ids);
      await Promise.all([deliveries.erase(ids), codes.erase(ids)]);
    },
  };

  return {
    name: "delivery",
    config,
    logger,
    app: deliveryApp(config, logger, { ...deps, onWork, onWebhook: () => reading.nudge() }),
    jobs: [
      due,
      noticing,
      expiring,
      preparing,
      sending,
      reading,
      forgetAgain(forgetting, { logger }),
    ],
    consumers: bus.consume(subscriptions({ ...deps, onWork, onScheduled }, forgetting)),
    relay: bus.relay([deliveries.model, verifiedNumbers.model], {
      // a digest's messages are told of together
      apartMs: 1_000,
      onPublished: () => reached?.("digest requested"),
    }),
    ready: [mongoReady(mongo)],
    close: [bus, toStrangers, whatsapp, media, rate, mongo],
  };
}
