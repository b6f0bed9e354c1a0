import {
  consumer,
  createBus,
  ensureTopics,
  kafkaClient,
  record,
  recordTombstone,
  type OutboxEntry,
} from "@matinale/bus";
import { connectMongo } from "@matinale/kit/mongo";
import {
  silentLogger as logger,
  testDatabase,
  testKafka,
  testRedisUrl,
  listen,
} from "@matinale/kit/testing";
import kafkajs, { type Kafka } from "kafkajs";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { deadLetters } from "./dead-letters.ts";
import { digestLines, digestsOf } from "./digests.ts";
import { diagnose } from "./doctor.ts";
import { erased } from "./erased.ts";
import { deadLetterDetails, deadLetterLine, timelineLines } from "./format.ts";
import { consumersBehind, untilRead } from "./lag.ts";
import { redrive } from "./redrive.ts";
import { replay } from "./replay.ts";
import { run } from "./testing/run.ts";
import { timeline } from "./timeline.ts";

const config = testKafka("ops-cli");
const prefix = config.KAFKA_PREFIX;
const bus = createBus(config, { service: "test", logger });
const brokers = { KAFKA_BROKERS: config.KAFKA_BROKERS.join() };
let kafka: Kafka;
const kafkaOf = () => kafka;

const changed = (userId: string, version: number) =>
  record("user.changed", { userId, version: BigInt(version), language: "fr" });
const open = async () => (await deadLetters(kafka, { prefix })).filter(({ resolved }) => !resolved);
const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 200 });

beforeAll(async () => {
  kafka = kafkaClient(config, { service: "test", logger });
  await ensureTopics(config, { logger });
});
afterAll(() => bus.close());

test("lists a dead letter, shows it, redrives it and marks it as resolved", async () => {
  const seen: string[] = [];
  let broken = true;
  const handle = async (events: { key: string }[]) => {
    if (broken) throw new Error("no room for this event");
    seen.push(...events.map(({ key }) => key));
  };
  const workers = bus.consume([consumer({ topic: "audio.ready", handle })]);
  for (const worker of workers) await worker.start();
  const sent = record("audio.ready", { userId: "ada", digestId: "d1" });
  await bus.publish([sent]);
  await soon(async () => expect(await open()).toHaveLength(1));

  const [letter] = await open();
  expect(deadLetterLine(letter!)).toMatch(
    /^audio\.ready\.dlq\/\d+\/0 {2}\S+Z {2}test\.audio\.ready {2}tried 3×/u,
  );
  expect(deadLetterDetails(letter!)).toContain("no room for this event");
  expect(deadLetterDetails(letter!)).toContain(`event-id: ${sent.headers["event-id"]}`);

  broken = false;
  expect(await redrive(kafka, prefix, [letter!])).toEqual([
    { id: letter!.id, outcome: "published again" },
  ]);
  await soon(async () => expect(seen).toEqual(["ada"]));
  expect(await open()).toEqual([]);
  expect(await deadLetters(kafka, { prefix })).toMatchObject([{ id: letter!.id, resolved: true }]);
  await Promise.all(workers.map((worker) => worker.stop()));
});

test("does not publish state that a newer event has superseded", async () => {
  const handle = async () => {
    throw new Error("never");
  };
  const workers = bus.consume([consumer({ topic: "user.changed", handle })]);
  for (const worker of workers) await worker.start();
  await bus.publish([changed("grace", 1), changed("grace", 2), changed("joan", 1)]);
  await soon(async () => expect(await open()).toHaveLength(3));
  await Promise.all(workers.map((worker) => worker.stop()));

  const outcomes = (await redrive(kafka, prefix, await open())).map(({ outcome }) => outcome);

  expect(outcomes.toSorted()).toEqual(["published again", "published again", "superseded"]);
  expect(await open()).toEqual([]);
  const versions = (await timeline(kafka, prefix, "grace")).map(({ event }) => event);
  expect(versions).toEqual([
    { version: "1", language: "fr" },
    { version: "2", language: "fr" },
    { version: "2", language: "fr" },
  ]);
});

test("lets a group read its topic again from an instant, but not while it is running", async () => {
  const seen: string[] = [];
  const handle = async (events: { key: string }[]) => {
    seen.push(...events.map(({ key }) => key));
  };
  const consume = () => bus.consume([consumer({ topic: "message.sent", handle })]);
  const options = { prefix, service: "test", topic: "message.sent", from: null } as const;
  await bus.publish([record("message.sent", { userId: "ada", deliveryId: "1" })]);
  await expect(replay(kafka, options)).rejects.toThrow("has never read");
  const [first] = consume();
  await first!.start();
  await soon(async () => expect(seen).toEqual(["ada"]));
  await expect(replay(kafka, options)).rejects.toThrow(
    /Stop test.*\(in a cluster: kubectl scale deploy\/matinale-test .*; under make: .*RESTART=never make up/,
  );
  await first!.stop();

  expect(await replay(kafka, { ...options, from: new Date(Date.now() + 60_000) })).toBe(0);
  expect(await replay(kafka, options)).toBe(1);

  const [second] = consume();
  await second!.start();
  await soon(async () => expect(seen).toEqual(["ada", "ada"]));
  await second!.stop();
});

test("prints one subscriber's events in order, without texts, up to the tombstone", async () => {
  const at = (second: number, entry: OutboxEntry): OutboxEntry => ({
    ...entry,
    headers: { ...entry.headers, "occurred-at": new Date(second * 1_000).toISOString() },
  });
  await bus.publish([
    at(1, changed("rosa", 1)),
    at(1, changed("luis", 1)),
    at(
      2,
      record("audio.ready", {
        userId: "rosa",
        digestId: "d2",
        texts: ["one", "two"],
        more: ["three"],
      }),
    ),
    at(3, recordTombstone("user.changed", "rosa")),
  ]);

  const entries = await timeline(kafka, prefix, "rosa");

  expect(entries.map(({ topic }) => topic)).toEqual([
    "user.changed",
    "audio.ready",
    "user.changed",
  ]);
  expect(entries.map(({ event }) => event)).toEqual([
    { version: "1", language: "fr" },
    { digestId: "d2", texts: 2, more: 1 },
    null,
  ]);
  expect(timelineLines(entries)).toHaveLength(3);
  expect(await timeline(kafka, prefix, "unknown-id")).toEqual([]);
});

test("prints one subscriber's last digests with the provider's codes, without texts and numbers", async () => {
  const database = testDatabase("ops-cli");
  const mongo = await connectMongo(database);
  const digest = (id: string, userId: string, hour: number) => ({
    _id: id,
    userId,
    kind: "digest",
    dueAt: new Date(Date.UTC(2026, 10, 23, hour)),
    phase: "failed",
    reason: "provider_down",
    texts: ["Le digest"],
    recipient: "+33612345678",
    storyIds: ["s1", "s2"],
    traceContext: { correlationId: "c-1" },
    parts: {
      text0: { form: "text", rank: 3 },
      voice0: { form: "voice", rank: 1, failure: { reason: "refused", code: 131053 } },
    },
  });
  await mongo
    .collection("deliveries")
    .insertMany([
      digest("a", "rosa", 6),
      digest("b", "rosa", 8),
      digest("c", "luis", 7),
    ] as never[]);

  const found = await digestsOf(mongo, "rosa", 1);
  const [line = ""] = digestLines(found);
  expect(found.map(({ _id }) => _id)).toEqual(["b"]);
  expect(line).toMatch(/^2026-11-23T08:00:00\.000Z {2}digest +failed: provider_down +c-1/);
  expect(line).toContain('"voice0":"refused 131053"');
  expect(line).toContain('"stories":["s1","s2"]');
  expect(line).not.toMatch(/Le digest|336/);
  expect((await digestsOf(mongo, "rosa", 50)).map(({ _id }) => _id)).toEqual(["a", "b"]);
  await mongo.close();
  await database.drop();
});

test("prints the events of one subscriber without MongoDB, and the digests without Kafka", async () => {
  const database = testDatabase("ops-cli");
  const { MONGODB_URI, MONGODB_DATABASE } = database;
  const mongo = await connectMongo(database);
  const dueAt = new Date("2026-11-23T08:00:00Z");
  const digest = { _id: "d1", userId: "nina", kind: "digest", dueAt, phase: "done" };
  await mongo.collection("deliveries").insertOne(digest as never);
  await bus.publish([changed("nina", 1)]);
  const env = { ...brokers, KAFKA_PREFIX: prefix, MONGODB_URI, MONGODB_DATABASE };

  const [withoutMongo, withoutKafka, withBoth] = await Promise.all(
    [{ MONGODB_URI: "mongodb://127.0.0.1:1" }, { KAFKA_BROKERS: "127.0.0.1:1" }, {}].map((away) =>
      run("timeline --user=nina", { ...env, ...away }),
    ),
  );
  expect(withoutMongo).toEqual({
    code: 1,
    stdout: expect.stringMatching(/^1 events:\n\S+ {2}user\.changed /),
    stderr: expect.stringContaining("The digests are missing: MongoDB cannot be used"),
  });
  expect(withoutKafka).toEqual({
    code: 1,
    stdout: expect.stringMatching(/^2026-11-23T08:00:00\.000Z {2}digest .*\n1 digests and notices/),
    stderr: expect.stringContaining("The events are missing: Kafka cannot be used"),
  });
  expect(withBoth).toMatchObject({ code: 0, stderr: "" });
  await mongo.close();
  await database.drop();
});

test("says that its topics do not exist, and ends", async () => {
  const env = { ...brokers, KAFKA_PREFIX: "no-installation." };
  const { code, stderr } = await run("dlq-list", env);
  expect(code).toBe(1);
  expect(stderr).toContain("Kafka cannot be used (This server does not host this topic-partition)");
});

test("leaves no consumer group behind", async () => {
  const admin = kafka.admin();
  await admin.connect();
  const { groups } = await admin.listGroups();
  await admin.disconnect();
  expect(groups.filter(({ groupId }) => groupId.startsWith(`${prefix}ops-cli`))).toEqual([]);
});

test("doctor reports what works, what is not set and what does not respond", async () => {
  const { MONGODB_URI } = testDatabase();
  const env = {
    ...brokers,
    KAFKA_PREFIX: prefix,
    MONGODB_URI,
    REDIS_URL: testRedisUrl(),
    OPENAI_API_KEY: "sk-secret",
    OPENAI_BASE_URL: "http://127.0.0.1:9/v1",
    GOOGLE_APPLICATION_CREDENTIALS: "/missing/credentials.json",
  };
  const states = Object.fromEntries(
    (await diagnose(env, kafkaOf)).map(({ name, state }) => [name, state]),
  );
  expect(states).toEqual({
    kafka: "ok",
    mongodb: "ok",
    redis: "ok",
    whatsapp: "not set",
    webhooks: "not set",
    "graph api": "not set",
    stripe: "not set",
    "stripe webhook": "not set",
    model: "failed",
    voices: "failed",
    mail: "not set",
    feeds: "not set",
    "time zones": "ok",
  });
  let session = "WORKING";
  const waha = await listen((req, res) => {
    res.statusCode = req.headers["x-api-key"] === "right" ? 200 : 401;
    res.end(JSON.stringify({ status: session }));
  });
  const phone = async (WAHA_API_KEY: string) => {
    const linked = { WHATSAPP_ADAPTER: "waha", WAHA_URL: waha.url, WAHA_API_KEY };
    return (await diagnose(linked, kafkaOf)).find(({ name }) => name === "whatsapp");
  };
  expect(await phone("right")).toMatchObject({ state: "ok" });
  expect(await phone("wrong")).toMatchObject({ state: "failed" });
  session = "SCAN_QR_CODE";
  expect((await phone("right"))?.message).toContain("link its phone again");
  await waha.close();
  const elsewhere = await diagnose({ ...brokers, KAFKA_PREFIX: "no-topics." }, kafkaOf);
  expect(elsewhere[0]).toMatchObject({ name: "kafka", state: "failed" });
  expect(elsewhere[0]!.message).toContain("no topic user.changed");
  expect(JSON.stringify(await diagnose(env, kafkaOf))).not.toContain("sk-secret");
});

test("doctor warns when most outlets give only headlines", async () => {
  const database = testDatabase("doctor");
  const { MONGODB_URI, MONGODB_DATABASE } = database;
  const mongo = await connectMongo(database);
  const feed = (outlet: string, terms: string) => ({ outlet, terms, listed: true });
  const found = async () =>
    (await diagnose({ MONGODB_URI, MONGODB_DATABASE, MEDIA_SECRET: "secret" }, kafkaOf)).find(
      ({ name }) => name === "feeds",
    );
  expect(await found()).toMatchObject({ state: "ok", message: "no outlet is polled yet" });
  const feeds = mongo.collection("feeds");
  await feeds.insertMany([
    feed("Le Fil", "headline"),
    feed("Le Fil", "headline"),
    feed("Voix", "licensed"),
    { ...feed("Former", "headline"), listed: false },
    { ...feed("Switched off", "headline"), off: true },
  ]);
  expect(await found()).toMatchObject({
    state: "ok",
    message: expect.stringContaining("1 of 2 outlets give headlines only: "),
  });
  await feeds.insertOne(feed("La Ligne", "headline"));
  expect(await found()).toMatchObject({
    state: "warning",
    message: expect.stringContaining("2 of 3 outlets give headlines only: "),
  });
  await feeds.updateMany({}, { $set: { terms: "excerpt" } });
  expect(await found()).toMatchObject({
    state: "ok",
    message: "3 outlets, none gives headlines only",
  });
  await mongo.close();
  await database.drop();
});

test("doctor warns in production about servers that can lose data", async () => {
  const { MONGODB_URI } = testDatabase();
  const env = { ...brokers, KAFKA_PREFIX: prefix, MONGODB_URI, REDIS_URL: testRedisUrl() };
  const findings = await diagnose({ ...env, NODE_ENV: "production" }, kafkaOf);
  const warned = findings.filter(({ state }) => state === "warning");
  expect(warned.map(({ name }) => name)).toEqual(expect.arrayContaining(["kafka", "mongodb"]));
  const messageOf = (wanted: string) => warned.find(({ name }) => name === wanted)?.message;
  expect(messageOf("kafka")).toMatch(
    /1 copy.*; with fewer than 3 copies .*set min\.insync\.replicas/u,
  );
  expect(messageOf("mongodb")).toContain("use three members");
});

test("doctor names the topics whose settings differ from the catalogue", async () => {
  const topic = `${prefix}preferences.changed`;
  const admin = kafka.admin();
  await admin.connect();
  await admin.alterConfigs({
    validateOnly: false,
    resources: [
      {
        type: kafkajs.ConfigResourceTypes.TOPIC,
        name: topic,
        configEntries: [{ name: "cleanup.policy", value: "compact" }],
      },
    ],
  });
  await admin.disconnect();
  const kafkaFinding = async () =>
    (await diagnose({ ...brokers, KAFKA_PREFIX: prefix }, kafkaOf))[0];
  await expect
    .poll(kafkaFinding, { timeout: 20_000 })
    .toMatchObject({ name: "kafka", state: "failed" });
  expect((await kafkaFinding())?.message).toMatch(
    /preferences\.changed \(.*max\.compaction\.lag\.ms/u,
  );
  await ensureTopics(config, { logger });
  await expect
    .poll(kafkaFinding, { timeout: 20_000 })
    .toMatchObject({ name: "kafka", state: "ok" });
});

test("lists the people erased since a backup", async () => {
  await bus.publish([
    changed("erased-before", 1),
    recordTombstone("user.changed", "erased-before"),
  ]);
  expect(await erased(kafka, prefix, null)).toContain("erased-before");
  const backup = new Date();
  await bus.publish([changed("stays", 1), changed("erased-since", 1)]);
  await bus.publish([recordTombstone("user.changed", "erased-since")]);
  expect(await erased(kafka, prefix, backup)).toEqual(["erased-since"]);
  // a restore that published everybody's state too early
  await bus.publish([changed("erased-since", 2)]);
  expect(await erased(kafka, prefix, backup)).toEqual(["erased-since"]);
});

test("lists the consumers that are behind, also of a stopped service, and waits until they have read everything", async () => {
  const delivery = createBus(config, { service: "delivery", logger });
  const handle = async () => undefined;
  const consume = () => delivery.consume([consumer({ topic: "trial.used", handle })]);
  const used = (userId: string) => record("trial.used", { userId });
  const [first] = consume();
  await bus.publish([used("ada")]);
  await first!.start();
  await soon(async () => {
    const admin = kafka.admin();
    await admin.connect();
    const { groups } = await admin.listGroups();
    await admin.disconnect();
    expect(groups.map(({ groupId }) => groupId)).toContain(`${prefix}delivery.trial.used`);
    expect(await consumersBehind(kafka, prefix)).toEqual(new Map());
  });
  await first!.stop();
  await bus.publish([used("ada"), used("grace")]);
  const behind = new Map([["delivery.trial.used", 2]]);
  expect(await consumersBehind(kafka, prefix)).toEqual(behind);

  const [second] = consume();
  const seen: unknown[] = [];
  await untilRead(kafka, prefix, (now) => {
    seen.push(now);
    if (seen.length === 1) void second!.start();
  });
  expect(seen[0]).toEqual(behind);
  expect(seen.at(-1)).toEqual(new Map());
  await second!.stop();
  await delivery.close();
}, 60_000);
