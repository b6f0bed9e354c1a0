import { topics } from "@matinale/contracts";
import { ensureIndexes, startService, type Worker } from "@matinale/kit";
import { silentLogger as logger, testDatabase, testKafka } from "@matinale/kit/testing";
import { Kafka, logLevel } from "kafkajs";
import type { Connection, Model } from "mongoose";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  change,
  consumer,
  createBus,
  deadLetterTopic,
  ensureTopics,
  project,
  record,
  recordTombstone,
  type Received,
} from "./index.ts";
import { type Copy, peopleAndCopies, type Person } from "./testing/people-and-copies.ts";

const kafka = testKafka("bus");
const database = testDatabase("bus");
const bus = createBus(kafka, { service: "test", logger });
let connection: Connection;
let people: Model<Person>;
let copies: Model<Copy>;
const running: Worker[] = [];

const start = async (...workers: Worker[]) => {
  for (const worker of workers) await worker.start();
  running.push(...workers);
};
const changed = (userId: string, version: number, language = "fr") =>
  record("user.changed", { userId, version: BigInt(version), language });
const within = (check: () => void | Promise<void>) =>
  vi.waitFor(check, { timeout: 20_000, interval: 50 });

beforeAll(async () => {
  ({ connection, people, copies } = await peopleAndCopies(database));
  await ensureIndexes(connection);
  await ensureTopics(kafka, { logger });
});
afterAll(async () => {
  await Promise.all(running.map((worker) => worker.stop()));
  await bus.close();
  await database.drop();
  await connection.close();
});

test("applies a change to a projection and empties the outbox", async () => {
  const handle = (events: Received<"user.changed">[]) =>
    project(copies, "user", events, ({ language }) => ({ language }));
  await start(bus.relay([people]), ...bus.consume([consumer({ topic: "user.changed", handle })]));
  await people.create({ _id: "ada", version: 1, language: "fr", outbox: [changed("ada", 1)] });
  await change(people, "ada", (ada) => ({
    set: { language: "en" },
    events: [changed("ada", ada.version + 1, "en")],
  }));
  await within(async () => {
    expect((await copies.findById("ada").lean())?.user).toEqual({ language: "en", version: 2 });
    expect((await people.findById("ada").lean())?.outbox).toEqual([]);
  });
  await bus.publish([recordTombstone("user.changed", "ada")]);
  await within(async () => expect((await copies.findById("ada").lean())?.user).toBeUndefined());
});

test("keeps all changes that race, each with its own version", async () => {
  await people.create({ _id: "race", version: 1, language: "0", outbox: [] });
  const add = () =>
    change(people, "race", (current) => ({
      set: { language: String(Number(current.language) + 1) },
      events: [],
    }));
  await Promise.all([add(), add(), add()]);
  expect(await people.findById("race").lean()).toMatchObject({ language: "3", version: 4 });
});

test("ignores older and repeated versions", async () => {
  const event = (version: number): Received<"user.changed"> => ({
    id: String(version),
    key: "old",
    occurredAt: new Date(),
    correlationId: "c",
    message: {
      $typeName: "matinale.events.v1.UserChanged",
      userId: "old",
      version: BigInt(version),
      language: `v${version}`,
      trialUsed: false,
      voice: "",
    },
  });
  const apply = (...versions: number[]) =>
    project(copies, "user", versions.map(event), ({ language }) => ({ language }));
  await apply(2);
  await apply(1);
  await apply(2);
  expect((await copies.findById("old").lean())?.user).toEqual({ language: "v2", version: 2 });
  await apply(3, 4);
  expect((await copies.findById("old").lean())?.user?.version).toBe(4);
  await apply(6, 5);
  expect((await copies.findById("old").lean())?.user?.version).toBe(6);
});

test("writes a dead letter with its reason and handles the next record", async () => {
  const seen: string[] = [];
  const handle = async (events: Received<"digest.requested">[]) => {
    for (const event of events) {
      if (event.message?.digestId === "poison") throw new TypeError("cannot digest this");
      seen.push(event.message?.digestId ?? "");
    }
  };
  await start(...bus.consume([consumer({ topic: "digest.requested", handle })]));
  const client = new Kafka({ brokers: kafka.KAFKA_BROKERS, logLevel: logLevel.NOTHING });
  const producer = client.producer();
  await producer.connect();
  const topic = `${kafka.KAFKA_PREFIX}digest.requested`;
  await producer.send({ topic, messages: [{ key: "u", value: "not protobuf" }] });
  await producer.disconnect();
  const request = (digestId: string) => record("digest.requested", { userId: "u", digestId });
  await bus.publish([request("a"), request("poison"), request("b")]);
  await within(() => expect(new Set(seen)).toEqual(new Set(["a", "b"])));

  const reasons: string[] = [];
  const reader = client.consumer({ groupId: `${kafka.KAFKA_PREFIX}reader` });
  await reader.connect();
  await reader.subscribe({
    topic: kafka.KAFKA_PREFIX + deadLetterTopic("digest.requested"),
    fromBeginning: true,
  });
  await reader.run({
    eachMessage: async ({ message }) => {
      expect(String(message.headers?.["dlq-group"])).toBe("test.digest.requested");
      reasons.push(`${message.headers?.["dlq-attempts"]} ${message.headers?.["dlq-reason"]}`);
    },
  });
  await within(() =>
    expect(reasons.toSorted()).toEqual([
      "1 UndecodableMessage: type missing",
      "3 TypeError: cannot digest this",
    ]),
  );
  await reader.disconnect();
});

test("starts and serves requests while Kafka is down, and refuses to publish", async () => {
  const unreachable = createBus(
    { ...kafka, KAFKA_BROKERS: ["127.0.0.1:1"] },
    { service: "unreachable", logger },
  );
  const handle = async () => {};
  const service = await startService({
    name: "unreachable",
    config: { HOST: "127.0.0.1", PORT: 0, METRICS_PORT: 0 },
    logger,
    app: (_req, res) => void res.end("ok"),
    consumers: unreachable.consume([consumer({ topic: "user.changed", handle })]),
    close: [unreachable],
  });
  expect((await fetch(`http://127.0.0.1:${service.port}`)).status).toBe(200);
  await expect(unreachable.publish([changed("kept", 1)])).rejects.toThrow(/127.0.0.1:1/);
  await service.stop();
});

test("creates every topic of the catalogue with its partitions and dead-letter topic", async () => {
  const admin = new Kafka({ brokers: kafka.KAFKA_BROKERS, logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  const { topics: found } = await admin.fetchTopicMetadata();
  await admin.disconnect();
  for (const [name, topic] of Object.entries(topics)) {
    for (const each of [name, `${name}.dlq`]) {
      const made = found.find((candidate) => candidate.name === kafka.KAFKA_PREFIX + each);
      expect(made?.partitions).toHaveLength(topic.partitions);
    }
  }
});
