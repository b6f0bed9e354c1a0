import { randomBytes } from "node:crypto";
import { sizes } from "@matinale/contracts";
import { counter } from "@matinale/kit";
import { ensureIndexes } from "@matinale/kit/mongo";
import { silentLogger as logger, testDatabase, testKafka } from "@matinale/kit/testing";
import kafkajs, { Kafka, logLevel, type Admin, type Consumer } from "kafkajs";
import type { Connection, Model } from "mongoose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBus, record, wake, type OutboxEntry } from "./index.ts";
import { createMissing } from "./topics.ts";
import { createTestTopics } from "./testing/index.ts";
import { peopleAndCopies, type Person } from "./testing/people-and-copies.ts";

const config = testKafka("large");
const database = testDatabase("large");
const client = new Kafka({ brokers: config.KAFKA_BROKERS, logLevel: logLevel.NOTHING });
const relays: Awaited<ReturnType<typeof startRelay>>[] = [];
const kibibyte = 1024;

let connection: Connection;
let people: Model<Person>;
let admin: Admin;
let reader: Consumer;
/** Event ids by key, in the order in which they arrived. */
const arrived = new Map<string, string[]>();

/** Text that compression makes hardly smaller. */
const noise = (bytes: number) => randomBytes(bytes / 2).toString("hex");
const changed = (userId: string, version: number, language = "fr") =>
  record("user.changed", { userId, version: BigInt(version), language });
const sent = (userId: string, text: string) => record("message.sent", { userId, deliveryId: text });

const write = (documents: { _id: string; outbox: OutboxEntry[] }[]) =>
  people.collection.insertMany(
    documents.map((each) => ({ ...each, version: 1, language: "fr" })) as never[],
  );
const idsOf = (entries: readonly OutboxEntry[]) => entries.map(({ _id }) => _id);
const allSent = async () => (await people.countDocuments({ "outbox.0": { $exists: true } })) === 0;
/** Failed rounds of the relays of this process. */
async function failedRounds(): Promise<number> {
  const { values } = await counter("worker_failures_total").get();
  return values.find(({ labels }) => labels.worker === "outbox-relay")?.value ?? 0;
}
const soon = { timeout: 60_000, interval: 100 };

/** A relay with a connection to each server of its own, as in another process. */
async function startRelay() {
  const own = await peopleAndCopies(database);
  const bus = createBus(config, { service: "test", logger });
  const worker = bus.relay([own.people]);
  await worker.start();
  return {
    wake: () => wake(own.people),
    stop: async () => {
      await worker.stop();
      await bus.close();
      await own.connection.close();
    },
  };
}
const wakeRelays = () => relays.forEach((relay) => relay.wake());

beforeAll(async () => {
  ({ connection, people } = await peopleAndCopies(database));
  await ensureIndexes(connection);
  await createTestTopics(config, ["user.changed"]);
  admin = client.admin();
  await admin.connect();
  const settings = { "max.message.bytes": String(20 * kibibyte) };
  const limited = { name: "message.sent", partitions: 1, settings };
  await createMissing(admin, config.KAFKA_PREFIX, [limited], 1);
  reader = client.consumer({ groupId: `${config.KAFKA_PREFIX}reader`, maxWaitTimeInMs: 100 });
  await reader.connect();
  const topics = ["user.changed", "message.sent"].map((topic) => config.KAFKA_PREFIX + topic);
  await reader.subscribe({ topics, fromBeginning: true });
  await reader.run({
    eachMessage: async ({ message }) => {
      const key = String(message.key);
      arrived.set(key, [...(arrived.get(key) ?? []), String(message.headers?.["event-id"])]);
    },
  });
}, 60_000);
afterAll(async () => {
  await Promise.all(relays.map((relay) => relay.stop()));
  await reader.disconnect();
  await admin.disconnect();
  await connection.close();
  await database.drop();
});

test("publishes more large events than a batch takes once and in order, with two relays", async () => {
  const large = Array.from({ length: 6 }, (_, each) => {
    const _id = `large-${each}`;
    return { _id, outbox: [1, 2].map((version) => changed(_id, version, noise(200 * kibibyte))) };
  });
  const small = Array.from({ length: 20 }, (_, each) => {
    const _id = `small-${each}`;
    return { _id, outbox: [1, 2, 3].map((version) => changed(_id, version)) };
  });
  await write([...small.slice(0, 10), ...large, ...small.slice(10)]);

  relays.push(...(await Promise.all([startRelay(), startRelay()])));

  await expect.poll(allSent, soon).toBe(true);
  const expected = Object.fromEntries(
    [...large, ...small].map(({ _id, outbox }) => [_id, idsOf(outbox)] as const),
  );
  await expect.poll(() => Object.fromEntries(arrived), soon).toEqual(expected);
  expect(await people.countDocuments({ outboxLease: { $exists: true } })).toBe(0);
}, 240_000);

test("keeps the events that a broker with a lower limit refuses, and publishes them once it takes them", async () => {
  const events = [sent("limited", "a"), sent("limited", noise(60 * kibibyte))];
  await write([{ _id: "limited", outbox: events }]);
  const failed = await failedRounds();
  wakeRelays();
  await expect.poll(failedRounds, soon).toBeGreaterThan(failed);
  expect((await people.findById("limited").lean())?.outbox).toHaveLength(2);

  await admin.alterConfigs({
    validateOnly: false,
    resources: [
      {
        type: kafkajs.ConfigResourceTypes.TOPIC,
        name: `${config.KAFKA_PREFIX}message.sent`,
        configEntries: [{ name: "max.message.bytes", value: String(sizes.recordBatch) }],
      },
    ],
  });
  await expect.poll(allSent, soon).toBe(true);
  await expect.poll(() => arrived.get("limited"), soon).toEqual(idsOf(events));
}, 240_000);
