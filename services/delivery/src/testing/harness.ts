import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import {
  type Bus,
  consumer,
  createBus,
  recordTombstone,
  type OutboxEntry,
  type Received,
} from "@matinale/bus";
import { createTestTopics, memoryBroker } from "@matinale/bus/testing";
import { asUserId, type UserId } from "@matinale/contracts";
import { registry } from "@matinale/kit";
import { connectMongo } from "@matinale/kit/mongo";
import {
  caller,
  listen,
  silentLogger,
  testDatabase,
  testKafka,
  testRedisUrl,
  testSecret,
} from "@matinale/kit/testing";
import { type Config, schema } from "../config.ts";
import type { HistoryEntry } from "../domain/delivery/history.ts";
import { planManual } from "../domain/schedule/plan-delivery.ts";
import type { Subscriber } from "../domain/subscriber/subscriber.ts";
import { digestRequested } from "../events/digest-requested.ts";
import { accountEvents, type Choices } from "./account-events.ts";
import { startContentStub } from "./content-stub.ts";
import { appSecret, postWebhook, testProvider, textItem } from "./provider.ts";
import { startReplicas } from "./replicas.ts";

const logger = silentLogger;
/** The topics of this service. */
const topics = [
  "user.changed",
  "preferences.changed",
  "subscription.changed",
  "digest.requested",
  "audio.ready",
  "message.sent",
  "message.updated",
  "trial.used",
  "number.replaced",
  "alert.raised",
  "alerts.switched",
] as const;
export const soon = { timeout: 20_000, interval: 25 };

/** An hour in Paris. Without `options.at` the clock is real: no scheduled digest must become due in the test. */
const twelveHoursAfter = (at: Date): string =>
  new Date(at.getTime() + 12 * 3_600_000).toLocaleTimeString("fr-FR", {
    timeZone: "Europe/Paris",
    hour: "2-digit",
    minute: "2-digit",
  });

/**
 * The delivery service with its own database, topics, provider and content stub.
 *
 * @param options.kafka     over Kafka, for services in processes of their own, instead of a bus in memory
 * @param options.at        the time that the clock of the service shows at the start; the clock runs on
 * @param options.replicas  instances of the service; calls and webhooks go to each in turn
 */
export async function startHarness(
  options: {
    kafka?: boolean;
    at?: string;
    env?: Record<string, string>;
    voiceNote?: Buffer;
    replicas?: number;
  } = {},
) {
  // test files of one worker share the metrics
  registry.resetMetrics();
  const database = testDatabase("delivery");
  const kafka = testKafka("delivery");
  const broker = memoryBroker();
  const busOf = (service: string): Bus =>
    options.kafka === true ? createBus(kafka, { service, logger }) : broker.bus(service);
  if (options.kafka === true) await createTestTopics(kafka, topics);
  const provider = await testProvider();
  const media = await listen((_req, res) =>
    res.end(options.voiceNote ?? Buffer.from("OggS-audio")),
  );
  const bus = busOf("test");
  const events: (Received<"message.sent"> | Received<"message.updated">)[] = [];
  let offset = options.at === undefined ? 0 : Date.parse(options.at) - Date.now();
  const now = () => new Date(Date.now() + offset);

  const config: Config = schema.parse({
    NODE_ENV: "test",
    PORT: "0",
    METRICS_PORT: "0",
    INTERNAL_TOKEN_SECRET: testSecret,
    TRIAL_HASH_SECRET: testSecret,
    MONGODB_URI: database.MONGODB_URI,
    MONGODB_DATABASE: database.MONGODB_DATABASE,
    KAFKA_BROKERS: kafka.KAFKA_BROKERS.join(","),
    KAFKA_PREFIX: kafka.KAFKA_PREFIX,
    WHATSAPP_API_URL: provider.url,
    REDIS_URL: testRedisUrl(),
    WHATSAPP_PHONE_NUMBER_ID: String(randomInt(1e9, 1e10)),
    WHATSAPP_TOKEN: "token",
    WHATSAPP_APP_SECRET: appSecret,
    WHATSAPP_VERIFY_TOKEN: "verify-me",
    WHATSAPP_BUSINESS_NUMBER: "33700000000",
    APP_URL: "https://matinale.example",
    PHONE_NUMBERS: "possible",
    CONTENT_URL: media.url,
    ...options.env,
  });

  /** New topics have no leader for a moment, so publishing is retried, as the relay of a service does. */
  const publish = async (entries: OutboxEntry[], tries = 20): Promise<void> => {
    try {
      await bus.publish(entries);
    } catch (error) {
      if (tries === 0) throw error;
      await pause(250);
      await publish(entries, tries - 1);
    }
  };

  const listeners = bus.consume([
    consumer({
      topic: "message.sent",
      handle: async (received) => void events.push(...received),
    }),
    consumer({
      topic: "message.updated",
      handle: async (received) => void events.push(...received),
    }),
  ]);
  const [content] = await Promise.all([
    startContentStub(bus, publish),
    ...listeners.map((listener) => listener.start()),
  ]);
  const replicas = await startReplicas(config, options.replicas ?? 1, {
    now,
    newBus: () => busOf("delivery"),
  });
  const { url } = replicas;
  const call = (...given: Parameters<ReturnType<typeof caller>>) =>
    caller(url(), "delivery")(...given);
  const mongo = await connectMongo(database);

  const subscribe = (id: string, choices: Choices = {}) => {
    const hours = choices.hours ?? [options.at === undefined ? twelveHoursAfter(now()) : "08:00"];
    return publish(accountEvents(id, { ...choices, hours }));
  };

  const subscriberOf = async (id: UserId): Promise<Subscriber> => {
    const subscriber = await mongo.collection<Subscriber>("subscribers").findOne({ _id: id });
    if (subscriber === null) throw new Error(`no subscriber has the id ${id}`);
    return subscriber;
  };

  return {
    config,
    mongo,
    provider,
    requests: content.requests,
    setComposer: content.setComposer,
    answer: content.answer,
    events,
    newBus: busOf,
    publish,
    /** Resolves when the consumers have handled every record; only with the bus in memory. */
    caughtUp: broker.caughtUp,
    call,
    now,
    replica: replicas.startOne,
    /** Address of the service, of the next replica. */
    url,
    halt: replicas.halt,
    restart: replicas.restart,
    /** Sends one webhook call to the service. */
    postWebhook: (...items: object[]) => postWebhook(url(), ...items),
    /** Of all replicas: they share this process. */
    metrics: async () => (await fetch(replicas.metricsUrl())).text(),
    subscribe,
    collection: (name: string) => mongo.collection(name),
    setClock: (at: string) => {
      offset = Date.parse(at) - Date.now();
      replicas.wake();
    },
    erase: (id: string) => publish([recordTombstone("user.changed", id)]),
    /** Closes the window, as after a day without a message from the phone. */
    closeWindow: (id: UserId) =>
      mongo
        .collection("subscribers")
        .updateOne({ _id: id as never }, { $set: { windowExpiresAt: new Date(0) } }),
    sendText: (digits: string, text: string) => postWebhook(url(), textItem(digits, text, now())),
    /** A reader who has chosen, connected a number and sent START. */
    async reader(choices: Choices = {}) {
      const id = asUserId(randomUUID());
      const phone = `+336${String(randomInt(1e8)).padStart(8, "0")}`;
      await subscribe(id, choices);
      await call("POST /user/whatsapp/connect", { as: id, body: { phone } });
      await postWebhook(url(), textItem(phone.slice(1), "START", now()));
      const subscribers = mongo.collection<{ _id: UserId; nextDueAt?: Date }>("subscribers");
      const until = performance.now() + 3 * soon.timeout;
      while ((await subscribers.findOne({ _id: id }))?.nextDueAt === undefined) {
        if (performance.now() > until) throw new Error("the reader was not scheduled in time");
        await pause(20);
      }
      return { id, phone, digits: phone.slice(1) };
    },
    /** Inserts a manual digest without waiting for it. @param publishNow  false: a service that starts later publishes it */
    async requestManualDigest(id: UserId, publishNow = true): Promise<void> {
      const plan = planManual(await subscriberOf(id), randomUUID(), now());
      const request = digestRequested(plan);
      const outbox = publishNow ? [] : request;
      await mongo.collection("deliveries").insertOne({ ...plan.delivery, outbox } as never);
      if (publishNow) await publish(request);
    },
    subscriberOf,
    deliveryOf: (userId: string) =>
      mongo.collection("deliveries").findOne({ userId, kind: "digest" }),
    async history(id: string): Promise<HistoryEntry[]> {
      const { body } = await call("GET /message-history", { as: id });
      return (body as { history: HistoryEntry[] }).history;
    },
    stop: async () => {
      await replicas.halt();
      await Promise.all([content.stop(), ...listeners.map((listener) => listener.stop())]);
      await bus.close();
      await provider.close();
      await media.close();
      await mongo.close();
      await database.drop();
    },
  };
}
