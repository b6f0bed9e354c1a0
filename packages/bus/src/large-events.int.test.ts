import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { ensureIndexes } from "@matinale/kit";
import { silentLogger as logger, testDatabase, testKafka } from "@matinale/kit/testing";
import { Kafka, logLevel, type Consumer } from "kafkajs";
import type { Connection, Model } from "mongoose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBus, record, wake, type OutboxEntry } from "./index.ts";
import type { SetAside } from "./set-aside.ts";
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
const setAsideNow = () => connection.collection("outbox_dead_letters").find<SetAside>({}).toArray();
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
/** An event that a relay retries without end shows within two rounds. */
async function twoRounds(): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    wakeRelays();
    await pause(500);
  }
}

beforeAll(async () => {
  ({ connection, people } = await peopleAndCopies(database));
  await ensureIndexes(connection);
  await createTestTopics(config, ["user.changed"]);
  const admin = client.admin();
  await admin.connect();
  const settings = { "max.message.bytes": String(20 * kibibyte) };
  const limited = { name: "message.sent", partitions: 1, settings };
  await createMissing(admin, config.KAFKA_PREFIX, [limited], 1);
  await admin.disconnect();
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
  await connection.close();
  await database.drop();
});

test("publishes the neighbours of an oversized event once and in order, with two relays", async () => {
  const large = Array.from({ length: 6 }, (_, each) => {
    const _id = `large-${each}`;
    return { _id, outbox: [1, 2].map((version) => changed(_id, version, noise(100 * kibibyte))) };
  });
  const small = Array.from({ length: 20 }, (_, each) => {
    const _id = `small-${each}`;
    return { _id, outbox: [1, 2, 3].map((version) => changed(_id, version)) };
  });
  const huge = ["huge-1", "huge-2"].map((_id) => ({
    _id,
    outbox: [changed(_id, 1), changed(_id, 2, noise(2 * kibibyte * kibibyte)), changed(_id, 3)],
  }));
  const onlyHuge = { _id: "only", outbox: [changed("only", 1, noise(2 * kibibyte * kibibyte))] };
  await write([...small.slice(0, 10), huge[0]!, onlyHuge, ...large, huge[1]!, ...small.slice(10)]);

  relays.push(...(await Promise.all([startRelay(), startRelay()])));

  await expect.poll(allSent, soon).toBe(true);
  const expected = Object.fromEntries([
    ...[...large, ...small].map(({ _id, outbox }) => [_id, idsOf(outbox)] as const),
    ...huge.map(({ _id, outbox }) => [_id, idsOf(outbox).toSpliced(1, 1)] as const),
  ]);
  await expect.poll(() => Object.fromEntries(arrived), soon).toEqual(expected);
  await twoRounds();
  expect(Object.fromEntries(arrived)).toEqual(expected);

  const events = await setAsideNow();
  expect(events.map(({ from }) => from.id).toSorted()).toEqual(["huge-1", "huge-2", "only"]);
  expect(events[0]).toMatchObject({ topic: "user.changed", from: { collection: "people" } });
  expect(events[0]?.reason).toMatch(/^\d{7} bytes are too large for user\.changed$/u);
  expect(events[0]?.value).not.toBeNull();
  expect(await people.countDocuments({ outboxLease: { $exists: true } })).toBe(0);
}, 240_000);

test("sets aside only what exceeds a broker's lower limit", async () => {
  const written = Array.from({ length: 9 }, (_, each) => {
    const _id = `limited-${each}`;
    const texts = each === 4 ? ["a", noise(60 * kibibyte), "c"] : ["a", noise(10 * kibibyte)];
    return { _id, outbox: texts.map((text) => sent(_id, text)) };
  });
  await write(written);
  wakeRelays();

  await expect.poll(allSent, soon).toBe(true);
  await expect
    .poll(
      () => written.every(({ _id, outbox }) => arrived.get(_id)?.at(-1) === idsOf(outbox).at(-1)),
      soon,
    )
    .toBe(true);
  await twoRounds();
  const before = new Map([...arrived].map(([key, ids]) => [key, ids.length]));
  await twoRounds();
  expect(new Map([...arrived].map(([key, ids]) => [key, ids.length]))).toEqual(before);
  const events = (await setAsideNow()).filter(({ topic }) => topic === "message.sent");
  expect(events.map(({ from }) => from.id)).toEqual(["limited-4"]);
}, 240_000);
