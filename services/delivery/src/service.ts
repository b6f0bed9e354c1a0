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
import type { Failpoint } from "./domain/failpoints.ts";
import { leases as defaultLeases, type Leases } from "./domain/delivery/leases.ts";
import { recipientRules } from "./domain/rate/rate.ts";
import { consumers } from "./consumers/index.ts";
import { unknownSenderReplies } from "./application/reply-to-unknown-sender.ts";
import { disconnectDeadNumber } from "./application/disconnect-dead-number.ts";
import { planDueDeliveries } from "./workers/plan-due-deliveries.ts";
import { sendNotices } from "./workers/send-notices.ts";
import { expireClaims } from "./workers/expire-claims.ts";
import { stopForOptOut } from "./application/stop-for-opt-out.ts";
import { uploadAudio } from "./workers/upload-audio.ts";
import { processWebhooks } from "./workers/process-webhooks.ts";
import { requestReplannedDigests } from "./workers/request-replanned-digests.ts";
import { sendDeliveries } from "./workers/send-deliveries.ts";
import { applyUnmatched } from "./application/apply-status.ts";
import { measureBacklog } from "./metrics/backlog.ts";
import { batched, streamBatches } from "./store/batched.ts";
import { DeliveryStore } from "./store/deliveries.ts";
import { WebhookEvents } from "./store/webhook-events.ts";
import { OptInCodes } from "./store/opt-in-codes.ts";
import { PhoneStops } from "./store/phone-stops.ts";
import { Schedules } from "./application/reschedule.ts";
import { sharedRate } from "./clients/redis/shared-rate.ts";
import { UnknownSenders } from "./store/unknown-senders.ts";
import { SubscriberStore } from "./store/subscribers.ts";
import { SenderSwitch } from "./store/sender-switch.ts";
import { UploadStore } from "./store/uploads.ts";
import { VerifiedNumberStore } from "./store/verified-numbers.ts";
import { WebhookItems } from "./store/webhook-items.ts";

/** What time is it, how long is work in one's hands, and who watches. */
export interface ServiceOverrides {
  now?: () => Date;
  leases?: Leases;
  failpoint?: Failpoint;
}

/** Everything the service is made of, connected to each other and not yet started. */
export async function deliveryService(
  config: Config,
  logger: Logger,
  { now = () => new Date(), leases = defaultLeases, failpoint }: ServiceOverrides = {},
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
  const webhookEvents = new WebhookEvents(mongo);
  const items = new WebhookItems(mongo);
  const codes = new OptInCodes(mongo);
  const senderSwitch = new SenderSwitch(mongo);
  const phoneStops = new PhoneStops(mongo);
  const unknownSenders = new UnknownSenders(mongo);
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
    webhookEvents,
    items,
    codes,
    phoneStops,
  };
  const isStopped = async () => (await senderSwitch.stopped()) !== null;
  const replies = unknownSenderReplies({
    unknownSenders,
    whatsapp,
    rate,
    site,
    isStopped,
    logger,
    now,
  });
  const onUnreachable = (id: UserId) => disconnectDeadNumber(id, { deliveries, schedules, now });
  const onOptedOut = (id: UserId, at: Date) =>
    stopForOptOut(id, at, { schedules, phoneStops, now });
  const deps = {
    ...stores,
    onUnreachable,
    onOptedOut,
    onUnknownSenders: replies.answer,
    schedules,
    site,
    media,
    whatsapp,
    webhooks,
    logger,
    now,
    ...(failpoint === undefined ? {} : { failpoint }),
  };
  const onSenderRefused = (code: number) => sending.senderRefused(code);
  const applyUnmatchedOf = batched(async (ids: string[]) => {
    await applyUnmatched(ids, { ...deps, onWork, onSenderRefused });
    return ids.map(() => undefined);
  }, streamBatches);

  // Whoever makes work nudges these workers; their own rounds are for what a crash has left.
  const sending = sendDeliveries({
    ...deps,
    leaseMs: leases.deliveryMs,
    applyUnmatched: applyUnmatchedOf,
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
      const planning = await planDueDeliveries({ ...deps, leaseMs: leases.slotMs });
      return (await requestReplannedDigests(deps)) ?? planning;
    },
  });
  const noticing = ticker({
    name: "due-notices",
    everyMs: 15_000,
    logger,
    run: () => sendNotices({ ...deps, leaseMs: leases.noticeMs, onWork }),
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
    run: () => uploadAudio({ ...deps, leaseMs: leases.uploadMs, onReady: () => sending.nudge() }),
  });
  const reading = ticker({
    name: "read-webhooks",
    everyMs: leases.webhookMs / 2,
    apartMs: 100,
    logger,
    run: () =>
      processWebhooks({
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
    consumers: bus.consume(consumers({ ...deps, onWork, onScheduled }, forgetting)),
    relay: bus.relay([deliveries.model, verifiedNumbers.model], {
      // a digest's messages are told of together
      apartMs: 1_000,
      onPublished: () => failpoint?.("digest requested"),
    }),
    ready: [mongoReady(mongo)],
    close: [bus, replies, whatsapp, media, rate, mongo],
  };
}
