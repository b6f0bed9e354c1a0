import { consumer, createBus, type Received } from "@matinale/bus";
import { memoryBroker } from "@matinale/bus/testing";
import { silentLogger as logger } from "@matinale/kit/testing";
import { startForTests } from "@matinale/kit/vitest";
import { expect, test, vi } from "vitest";
import { ada, startIdentity, type TestIdentity } from "../testing/harness.ts";

const broker = memoryBroker();
let identity: TestIdentity;
startForTests(startIdentity, (started) => (identity = started));

/** Collects every user.changed event until `stop`. */
async function collectEvents() {
  const bus = broker.bus("identity");
  const published: Received<"user.changed">[] = [];
  const handle = async (events: Received<"user.changed">[]) => void published.push(...events);
  const workers = [
    bus.relay([identity.users.model]),
    ...bus.consume([consumer({ topic: "user.changed", handle })]),
  ];
  await Promise.all(workers.map((worker) => worker.start()));
  const stop = async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
  };
  return { published, stop };
}

test("accepts sign-ups while Kafka is down and publishes them in order when it is back", async () => {
  const offlineBus = createBus(
    { KAFKA_BROKERS: ["127.0.0.1:1"], KAFKA_PREFIX: "" },
    { service: "identity", logger },
  );
  const relay = offlineBus.relay([identity.users.model]);
  await relay.start();
  const signedUp = await identity.call("POST /signup", { body: { ...ada, language: "en" } });
  expect(signedUp.status).toBe(201);
  const { _id: userId } = await identity.users.model.findOne({}).lean().orFail();
  const changed = await identity.call("PATCH /user/profile", {
    as: userId,
    body: { voicePreference: "male" },
  });
  expect(changed.status).toBe(200);
  await relay.stop();
  await offlineBus.close();
  expect((await identity.users.model.findById(userId).lean().orFail()).outbox).toHaveLength(2);

  const { published, stop } = await collectEvents();
  await vi.waitFor(() => expect(published).toHaveLength(2), { timeout: 20_000 });
  expect(published.map(({ key, message }) => ({ key, ...message }))).toMatchObject([
    { key: userId, userId, version: 1n, language: "en", voice: "female" },
    { key: userId, userId, version: 2n, language: "en", voice: "male" },
  ]);
  await vi.waitFor(async () => {
    const { outbox } = await identity.users.model.findById(userId).lean().orFail();
    expect(outbox).toEqual([]);
  });
  await stop();
});

test("publishes a tombstone for an erased person, and never an event about a picture", async () => {
  const { published, stop } = await collectEvents();
  const leaving = { username: "Leaving", email: "leaving@example.com", password: "countess" };
  await identity.call("POST /signup", { body: leaving });
  const { _id: as } = await identity.users.model
    .findOne({ username: leaving.username })
    .lean()
    .orFail();
  await identity.call("DELETE /user/profile-picture", { as });
  const publishedOfThem = () =>
    published.filter(({ key }) => key === as).map(({ message }) => message?.version ?? null);
  await expect.poll(publishedOfThem, { timeout: 20_000 }).toEqual([1n]);
  await identity.call("DELETE /user", { as, body: { password: leaving.password } });
  await expect.poll(publishedOfThem, { timeout: 20_000 }).toEqual([1n, null]);
  await stop();
});

test("republishes every user after a restore, newer than all projections, and tombstones of erased people", async () => {
  const { published, stop } = await collectEvents();
  const people = await identity.users.model.find().lean();
  const now = new Date();
  expect(await identity.users.republish(now)).toBe(people.length);
  const version = BigInt(now.getTime());
  const expected = people.map(({ _id, erasedAt }) => [_id, erasedAt ? null : version]);
  const last = () =>
    Object.fromEntries(published.map(({ key, message }) => [key, message?.version ?? null]));
  await expect.poll(last, { timeout: 20_000 }).toEqual(Object.fromEntries(expected));
  await stop();
});
