import { ensureIndexes } from "@matinale/kit";
import { silentLogger as logger, testDatabase } from "@matinale/kit/testing";
import type { Connection, Model } from "mongoose";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { change, heldByWriter, record } from "./index.ts";
import { relay } from "./relay.ts";
import { type Person, peopleAndCopies } from "./testing/people-and-copies.ts";

const database = testDatabase("relay");
let connection: Connection;
let people: Model<Person>;
/** Keys of the published events. */
let published: string[] = [];
const worker = () =>
  relay({
    models: [people],
    publish: async (entries) => void published.push(...entries.map(({ key }) => key)),
    logger,
  });
const changed = (userId: string, version = 1) =>
  record("user.changed", { userId, version: BigInt(version), language: "fr", voice: "female" });

beforeAll(async () => {
  ({ connection, people } = await peopleAndCopies(database));
  await ensureIndexes(connection);
});
beforeEach(() => {
  published = [];
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

test("holds no events when this process has no relay", async () => {
  expect(heldByWriter(people, [changed("ada")])).toEqual({});
});

test("publishes the events of its own process without leasing them", async () => {
  await people.create({ _id: "ada", version: 1, language: "fr", outbox: [] });
  const here = worker();
  await here.start();
  const updates = vi.spyOn(people.collection, "updateMany");
  await change(people, "ada", (ada) => ({
    set: { language: "en" },
    events: [changed("ada", ada.version + 1)],
  }));
  await vi.waitFor(async () => {
    const ada = await people.findById("ada").lean();
    expect([published, ada?.outbox, ada?.outboxLease]).toEqual([["ada"], [], undefined]);
  });
  expect(updates).toHaveBeenCalledTimes(1);
  await here.stop();
});

test("publishes events of another process only after its hold has ended", async () => {
  const held = (ms: number) => ({ token: "another", until: new Date(Date.now() + ms) });
  const outbox = (userId: string) => [changed(userId)];
  await people.create([
    { _id: "held", version: 1, language: "fr", outbox: outbox("held"), outboxLease: held(60_000) },
    { _id: "left", version: 1, language: "fr", outbox: outbox("left"), outboxLease: held(-1) },
  ]);
  const here = worker();
  await here.start();
  await vi.waitFor(() => expect(published).toEqual(["left"]));
  await here.stop();
  expect((await people.findById("held").lean())?.outbox).toHaveLength(1);
});

test("leaves a new event to the process that publishes the document's earlier ones", async () => {
  const outboxLease = { token: "another", until: new Date(Date.now() + 60_000) };
  await people.create({
    _id: "busy",
    version: 1,
    language: "fr",
    outbox: [changed("busy")],
    outboxLease,
  });
  const here = worker();
  await here.start();
  const busy = await change(people, "busy", ({ version }) => ({
    set: { language: "en" },
    events: [changed("busy", version + 1)],
  }));
  expect(busy.outboxLease).toEqual(outboxLease);
  await here.stop();
  expect(published).toEqual([]);
});
