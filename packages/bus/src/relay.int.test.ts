import type { Worker } from "@matinale/kit";
import { ensureIndexes } from "@matinale/kit/mongo";
import { silentLogger as logger, testDatabase } from "@matinale/kit/testing";
import type { Connection, Model } from "mongoose";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { change, record } from "./index.ts";
import { relay } from "./relay.ts";
import { type Person, peopleAndCopies } from "./testing/people-and-copies.ts";

const database = testDatabase("relay");
let connection: Connection;
let people: Model<Person>;
/** Keys and versions of the published events. */
let published: string[] = [];
let beforePublishing: () => Promise<unknown> = async () => undefined;
const running: Worker[] = [];

const startRelay = async () => {
  const worker = relay({
    models: [people],
    publish: async (entries) => {
      await beforePublishing();
      published.push(...entries.map(({ key }) => key));
    },
    logger,
  });
  await worker.start();
  running.push(worker);
};
const changed = (userId: string, version = 1) =>
  record("user.changed", { userId, version: BigInt(version), language: "fr", voice: "female" });
const leasedFor = (ms: number) => ({ token: "another", until: new Date(Date.now() + ms) });
const person = (_id: string, fields: Partial<Person> = {}) =>
  people.create({ _id, version: 1, language: "fr", outbox: [changed(_id)], ...fields });
const speakEnglish = (id: string) =>
  change(people, id, ({ version }) => ({
    set: { language: "en" },
    events: [changed(id, version + 1)],
  }));

beforeAll(async () => {
  ({ connection, people } = await peopleAndCopies(database));
  await ensureIndexes(connection);
});
beforeEach(async () => {
  published = [];
  beforePublishing = async () => undefined;
  await people.deleteMany({});
});
afterEach(() => Promise.all(running.splice(0).map((worker) => worker.stop())));
afterAll(async () => {
  await connection.close();
  await database.drop();
});

test("publishes an event at once after its write, and releases the document", async () => {
  await person("ada", { outbox: [] });
  await startRelay();
  await speakEnglish("ada");
  await vi.waitFor(async () => {
    const ada = await people.findById("ada").lean();
    expect([published, ada?.outbox, ada?.outboxLease]).toEqual([["ada"], [], undefined]);
  });
});

test("publishes the events of another process only after its lease has ended", async () => {
  await person("leased", { outboxLease: leasedFor(60_000) });
  await person("left", { outboxLease: leasedFor(-1) });
  await startRelay();
  await vi.waitFor(() => expect(published).toEqual(["left"]));
  expect((await people.findById("leased").lean())?.outbox).toHaveLength(1);
});

test("leaves a new event to the process that publishes the document's earlier ones", async () => {
  const outboxLease = leasedFor(60_000);
  await person("busy", { outboxLease });
  await startRelay();
  expect((await speakEnglish("busy")).outboxLease).toEqual(outboxLease);
  await person("other");
  await vi.waitFor(() => expect(published).toEqual(["other"]));
});

test("publishes what was written before the clock was set back", async () => {
  const event = { ...changed("ada"), at: new Date(Date.now() + 600_000) };
  await person("ada", { outbox: [event] });
  await startRelay();
  await vi.waitFor(() => expect(published).toEqual(["ada"]));
});

test("publishes soon what another process has written during the lease", async () => {
  await person("ada");
  beforePublishing = async () => {
    beforePublishing = async () => undefined;
    // without a wake of this relay
    await people.updateOne({ _id: "ada" }, { $push: { outbox: changed("ada", 2) } });
  };
  await startRelay();
  await vi.waitFor(() => expect(published).toEqual(["ada", "ada"]), 2_000);
});

test("keeps the events when publishing fails, and lets the next relay have them at once", async () => {
  await person("ada");
  let attempts = 0;
  beforePublishing = async () => {
    attempts += 1;
    if (attempts === 1) throw new Error("Kafka is down");
  };
  await startRelay();
  await vi.waitFor(async () => {
    expect(attempts).toBe(1);
    expect((await people.findById("ada").lean())?.outboxLease).toBeUndefined();
  });
  await startRelay();
  await vi.waitFor(() => expect(published).toEqual(["ada"]));
});

test("renews the lease while a broker does not answer", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const answer = Promise.withResolvers<void>();
  const publishing = vi.fn<() => Promise<void>>(() => answer.promise);
  beforePublishing = publishing;
  try {
    await person("ada");
    await startRelay();
    await vi.waitFor(() => expect(publishing).toHaveBeenCalledOnce());
    const soonEnded = new Date(Date.now() + 1_000);
    await people.updateOne({ _id: "ada" }, { "outboxLease.until": soonEnded });
    vi.advanceTimersByTime(5_000);
    await vi.waitFor(async () => {
      const { outboxLease } = (await people.findById("ada").lean())!;
      expect(outboxLease!.until.getTime()).toBeGreaterThan(soonEnded.getTime() + 5_000);
    });
  } finally {
    vi.useRealTimers();
    answer.resolve();
  }
  await vi.waitFor(() => expect(published).toEqual(["ada"]));
});

test("removes no event of a document whose lease another relay has", async () => {
  await person("ada");
  beforePublishing = () => people.updateOne({ _id: "ada" }, { outboxLease: leasedFor(60_000) });
  await startRelay();
  await vi.waitFor(() => expect(published).toEqual(["ada"]));
  await Promise.all(running.splice(0).map((worker) => worker.stop()));
  expect((await people.findById("ada").lean())?.outbox).toHaveLength(1);
  expect(published).toEqual(["ada"]);
});
