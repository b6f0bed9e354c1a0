import { consumer, createBus, type Received } from "@matinale/bus";
import { asUserId, type UserId } from "@matinale/contracts";
import { silentLogger } from "@matinale/kit/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { soon, startHarness } from "./testing/harness.ts";

let harness: Awaited<ReturnType<typeof startHarness>>;
let other: Awaited<ReturnType<typeof harness.replica>>;
let stopListening: () => Promise<void>;
const told: string[] = [];
beforeAll(async () => {
  harness = await startHarness();
  other = await harness.replica();
  const bus = createBus(harness.config, { service: "second-trial", logger: silentLogger });
  const handle = async (events: Received<"trial.used">[]) =>
    void told.push(...events.map(({ key }) => key));
  const [listener] = bus.consume([consumer({ topic: "trial.used", handle })]);
  await listener!.start();
  stopListening = async () => {
    await listener!.stop();
    await bus.close();
  };
});
afterAll(async () => {
  await stopListening();
  await other.stop();
  await harness.stop();
});

const erase = async (id: string) => {
  await harness.erase(id);
  const left = () => harness.collection("verified_numbers").countDocuments({ _id: id as never });
  const subscriber = () => harness.collection("subscribers").countDocuments({ _id: id as never });
  await expect.poll(async () => (await left()) + (await subscriber()), soon).toBe(0);
};
/** Types this number on the site. */
const type = async (id: UserId, phone: string) => {
  await harness.subscribe(id);
  const answer = await harness.call("POST /user/whatsapp/connect", { as: id, body: { phone } });
  expect(answer.status).toBe(200);
};
const confirm = async (id: UserId, phone: string) => {
  await harness.say(phone.slice(1), "START");
  await expect
    .poll(async () => (await harness.subscriberOf(id)).channel?.verifiedAt, soon)
    .toBeInstanceOf(Date);
};
const newcomer = () => asUserId(crypto.randomUUID());

test("a number that a deleted account had confirmed is told of when it is confirmed again", async () => {
  const before = await harness.reader();
  await erase(before.id);
  const id = newcomer();
  await type(id, before.phone);
  // typed is not confirmed
  const [kept] = await harness.collection("ended_numbers").find().toArray();
  expect(Object.keys(kept!).toSorted()).toEqual(["_id", "expiresAt"]);
  expect(told).not.toContain(id);
  await confirm(id, before.phone);
  await expect.poll(() => told, soon).toContain(id);
  await harness.say(before.digits, "START");
  const neighbour = await harness.reader();
  expect(told.filter((each) => each === id)).toHaveLength(1);
  expect(told).not.toContain(neighbour.id);
});

test("by the code on the site it is told as well, once on two replicas", async () => {
  const before = await harness.reader();
  await erase(before.id);
  const id = newcomer();
  await harness.subscribe(id);
  const { body } = await harness.call("GET /user/whatsapp/opt-in", { as: id });
  const { code } = body as { code: string };
  const start = `START-${code}`;
  await Promise.all([harness.say(before.digits, start), harness.say(before.digits, start)]);
  await expect.poll(() => told, soon).toContain(id);
  expect(told.filter((each) => each === id)).toHaveLength(1);
});

test("numbers of living accounts, and numbers that were only typed, take no trial", async () => {
  const living = await harness.reader();
  const mover = newcomer();
  const shared = "+33611223344";
  await type(mover, shared);
  await erase(mover);
  const id = newcomer();
  await type(id, shared);
  await confirm(id, shared);
  // the number of the living account moves on to somebody else
  await harness.call("POST /user/whatsapp/connect", {
    as: living.id,
    body: { phone: "+33655667788" },
  });
  const next = newcomer();
  await type(next, living.phone);
  await confirm(next, living.phone);
  const marked = await harness.reader();
  await erase(marked.id);
  const last = newcomer();
  await type(last, marked.phone);
  await confirm(last, marked.phone);
  await expect.poll(() => told, soon).toContain(last);
  expect(told).not.toContain(id);
  expect(told).not.toContain(next);
});
