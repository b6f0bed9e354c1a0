import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import {
  consumer,
  createBus,
  ensureTopics,
  record,
  recordTombstone,
  type OutboxEntry,
  type Received,
} from "@matinale/bus";
import {
  asUserId,
  type CountryCode,
  type Language,
  type UserId,
  type Voice,
} from "@matinale/contracts";
import { connectMongo, startService } from "@matinale/kit";
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
import { deliveryService } from "../service.ts";
import type { HistoryEntry } from "../domain/delivery/history.ts";
import { planManual } from "../domain/schedule/plan-delivery.ts";
import type { Subscriber } from "../domain/subscriber/subscriber.ts";
import { digestRequested } from "../events/digest-requested.ts";
import { appSecret, textItem, testProvider, webhook } from "./provider.ts";

const logger = silentLogger;
export const soon = { timeout: 20_000, interval: 25 };

export type DigestRequest = NonNullable<Received<"digest.requested">["message"]>;

/** What the tests' content says about a request; null says nothing at all. */
export type Composer = (request: DigestRequest) => {
  texts: string[];
  sounds: string[];
  missing?: string;
  more?: string[];
} | null;

export const oneTextOneVoice: Composer = () => ({ texts: ["Le digest"], sounds: ["a".repeat(64)] });

/** What a reader has chosen. */
export interface Choices {
  language?: Language;
  voice?: Voice;
  country?: CountryCode;
  zone?: string;
  hours?: string[];
  categories?: string[];
  /** Weekly editions on this ISO weekday; without it every day has its editions. */
  weekday?: number;
  editionsPerDay?: number;
  version?: bigint;
}

/** In Paris: a test that goes by the real time gets no digest that it did not ask for. */
const halfADayFrom = (at: Date): string =>
  new Date(at.getTime() + 12 * 3_600_000).toLocaleTimeString("fr-FR", {
    timeZone: "Europe/Paris",
    hour: "2-digit",
    minute: "2-digit",
  });

/**
 * The delivery service on a database, topics, a provider and a content of its own.
 *
 * @param options.at        what the service's clock shows now; it runs on from there
 * @param options.replicas  instances of the service; calls and webhooks go to each in turn
 */
export async function startHarness(
  options: {
    at?: string;
    env?: Record<string, string>;
    sound?: Buffer;
    replicas?: number;
  } = {},
) {
  const database = testDatabase("delivery");
  const kafka = testKafka("delivery");
  await ensureTopics(kafka, { logger });
  const provider = await testProvider();
  const media = await listen((_req, res) => res.end(options.sound ?? Buffer.from("OggS-sound")));
  const bus = createBus(kafka, { service: "test", logger });
  const requests: DigestRequest[] = [];
  const events: (Received<"message.sent"> | Received<"message.updated">)[] = [];
  let compose: Composer = oneTextOneVoice;
  let offset = options.at === undefined ? 0 : Date.parse(options.at) - Date.now();
  const now = () => new Date(Date.now() + offset);

  const config: Config = schema.parse({
    NODE_ENV: "test",
    PORT: "0",
    METRICS_PORT: "0",
    INTERNAL_TOKEN_SECRET: testSecret,
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

  /** Topics that were just created have no leader for a moment: the relay of a service tries again, too. */
  const publish = async (entries: OutboxEntry[], tries = 20): Promise<void> => {
    try {
      await bus.publish(entries);
    } catch (error) {
      if (tries === 0) throw error;
      await pause(250);
      await publish(entries, tries - 1);
    }
  };

  const answerTo = (message: DigestRequest, composer: Composer) => {
    const digest = composer(message);
    if (digest === null) return [];
    return [
      record("audio.ready", {
        digestId: message.digestId,
        userId: message.userId,
        texts: digest.texts,
        more: digest.more ?? [],
        audio: digest.sounds.map((sha256) => ({
          mediaKey: sha256,
          sha256,
          mime: "audio/ogg; codecs=opus",
          bytes: 10,
          durationMs: 1_000,
        })),
        stories:
          digest.texts.length > 0
            ? message.categories.map((category) => ({ storyId: category, category, title: "t" }))
            : [],
        audioMissing: digest.missing ?? "",
      }),
    ];
  };

  const listeners = bus.consume([
    consumer({
      topic: "digest.requested",
      handle: async (received) => {
        const answers = received.flatMap(({ message }) => {
          if (message === null) return [];
          requests.push(message);
          return answerTo(message, compose);
        });
        await publish(answers);
      },
    }),
    consumer({
      topic: "message.sent",
      handle: async (received) => void events.push(...received),
    }),
    consumer({
      topic: "message.updated",
      handle: async (received) => void events.push(...received),
    }),
  ]);
  await Promise.all(listeners.map((listener) => listener.start()));

  const replica = async () => {
    const started = await startService(await deliveryService(config, logger, { now }));
    return { ...started, url: `http://127.0.0.1:${started.port}` };
  };
  const allReplicas = () =>
    Promise.all(Array.from({ length: options.replicas ?? 1 }, () => replica()));
  let running = await allReplicas();
  let turns = 0;
  const next = () => {
    turns += 1;
    const found = running[turns % running.length];
    if (found === undefined) throw new Error("no replica runs");
    return found;
  };
  const url = (): string => next().url;
  const stopAll = () => Promise.all(running.map((each) => each.stop()));
  const call = (...given: Parameters<ReturnType<typeof caller>>) =>
    caller(url(), "delivery")(...given);
  const mongo = await connectMongo(database);

  const subscribe = async (id: string, choices: Choices = {}) => {
    const version = choices.version ?? 1n;
    const { zone = "Europe/Paris", categories = ["politics"] } = choices;
    const { language = "fr", voice = "female", country = "fr", weekday } = choices;
    const hours = choices.hours ?? [options.at === undefined ? halfADayFrom(now()) : "08:00"];
    await publish([
      record("user.changed", { userId: id, version, language, voice }),
      record("subscription.changed", {
        userId: id,
        version,
        status: "active",
        planId: 2,
        entitledUntil: timestampFromDate(new Date("2035-01-01T00:00:00Z")),
        editionsPerDay: choices.editionsPerDay ?? 4,
        maxCategories: 5,
        maxSeconds: 300,
      }),
      record("preferences.changed", {
        userId: id,
        version,
        language,
        country,
        timezone: zone,
        deliveryTime: hours[0] ?? "",
        deliveryFrequency: weekday === undefined ? "daily" : "weekly",
        categories,
        deliveryHours: hours,
        weekday: weekday ?? 1,
      }),
    ]);
  };

  const subscriberOf = async (id: UserId): Promise<Subscriber> => {
    const subscriber = await mongo.collection<Subscriber>("subscribers").findOne({ _id: id });
    if (subscriber === null) throw new Error("nobody has this id");
    return subscriber;
  };

  return {
    config,
    mongo,
    provider,
    requests,
    events,
    publish,
    call,
    now,
    replica,
    /** Where the service answers now. */
    url,
    /** Takes the service down, and up again under another address. */
    halt: async () => {
      await stopAll();
    },
    restart: async () => {
      running = await allReplicas();
    },
    /** One webhook call to the service. */
    tell: (...values: object[]) => webhook(url(), ...values),
    /** Of all replicas: they share this process. */
    metrics: async () => (await fetch(`http://127.0.0.1:${next().metricsPort}/metrics`)).text(),
    subscribe,
    collection: (name: string) => mongo.collection(name),
    setComposer: (next: Composer) => {
      compose = next;
    },
    /** What content says to a request, whatever it has said to it before. */
    answer: (request: DigestRequest, composer: Composer) => publish(answerTo(request, composer)),
    setClock: (at: string) => {
      offset = Date.parse(at) - Date.now();
    },
    erase: (id: string) => publish([recordTombstone("user.changed", id)]),
    /** Nothing was heard from this phone for a day. */
    closeWindow: (id: UserId) =>
      mongo
        .collection("subscribers")
        .updateOne({ _id: id as never }, { $set: { windowExpiresAt: new Date(0) } }),
    say: (digits: string, text: string) => webhook(url(), textItem(digits, text, now())),
    /** Somebody who has chosen, connected and said START. */
    async reader(choices: Choices = {}) {
      const id = asUserId(randomUUID());
      const phone = `+336${String(randomInt(1e8)).padStart(8, "0")}`;
      await subscribe(id, choices);
      await call("POST /user/whatsapp/connect", { as: id, body: { phone } });
      await webhook(url(), textItem(phone.slice(1), "START", now()));
      const subscribers = mongo.collection<{ _id: UserId; nextDueAt?: Date }>("subscribers");
      const until = performance.now() + 3 * soon.timeout;
      while ((await subscribers.findOne({ _id: id }))?.nextDueAt === undefined) {
        if (performance.now() > until) throw new Error("the reader was never scheduled");
        await pause(20);
      }
      return { id, phone, digits: phone.slice(1) };
    },
    /**
     * Asks for a digest, and does not wait for what becomes of it.
     *
     * @param asked  false leaves the event for the relay of a service that is still to be started
     */
    async requestByHand(id: UserId, asked = true): Promise<void> {
      const plan = planManual(await subscriberOf(id), randomUUID(), now());
      const events = digestRequested(plan);
      const outbox = asked ? [] : events;
      await mongo.collection("deliveries").insertOne({ ...plan.delivery, outbox } as never);
      if (asked) await publish(events);
    },
    subscriberOf,
    deliveryOf: (userId: string) =>
      mongo.collection("deliveries").findOne({ userId, kind: "digest" }),
    async history(id: string): Promise<HistoryEntry[]> {
      const { body } = await call("GET /message-history", { as: id });
      return (body as { history: HistoryEntry[] }).history;
    },
    stop: async () => {
      await stopAll();
      await Promise.all(listeners.map((listener) => listener.stop()));
      await bus.close();
      await provider.close();
      await media.close();
      await mongo.close();
      await database.drop();
    },
  };
}
