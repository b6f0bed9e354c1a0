import { consumer, type Received } from "@matinale/bus";
import { asUserId, type UserId } from "@matinale/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { soon, startHarness } from "../testing/harness.ts";
import { addressChangeItem, textItem } from "../testing/provider.ts";

let harness: Awaited<ReturnType<typeof startHarness>>;
let other: Awaited<ReturnType<typeof harness.replica>>;
let stopListening: () => Promise<void>;
const trialsUsed: string[] = [];
beforeAll(async () => {
  harness = await startHarness();
  other = await harness.replica();
  const bus = harness.newBus("second-trial");
  const handle = async (events: Received<"trial.used">[]) =>
    void trialsUsed.push(...events.map(({ key }) => key));
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
/** Claims this number on the site. */
const claim = async (id: UserId, phone: string) => {
  await harness.subscribe(id);
  const answer = await harness.call("POST /user/whatsapp/connect", { as: id, body: { phone } });
  expect(answer.status).toBe(200);
};
const confirm = async (id: UserId, phone: string) => {
  await harness.sendText(phone.slice(1), "START");
  await expect
    .poll(async () => (await harness.subscriberOf(id)).channel?.verifiedAt, soon)
    .toBeInstanceOf(Date);
};
const newAccount = () => asUserId(crypto.randomUUID());

test("publishes trial.used when a number of a deleted account is confirmed again", async () => {
  const before = await harness.reader();
  await erase(before.id);
  const id = newAccount();
  await claim(id, before.phone);
  // The number is only claimed so far.
  const [kept] = await harness.collection("ended_numbers").find().toArray();
  expect(Object.keys(kept!).toSorted()).toEqual(["_id", "expiresAt"]);
  expect(trialsUsed).not.toContain(id);
  await confirm(id, before.phone);
  await expect.poll(() => trialsUsed, soon).toContain(id);
  await harness.sendText(before.digits, "START");
  const neighbour = await harness.reader();
  expect(trialsUsed.filter((each) => each === id)).toHaveLength(1);
  expect(trialsUsed).not.toContain(neighbour.id);
});

test("publishes trial.used when a person returns who hides the number now", async () => {
  const before = await harness.reader();
  const userId = `FR.${Date.now()}`;
  const contacts = [{ wa_id: before.digits, user_id: userId }];
  await harness.postWebhook({ ...textItem(before.digits, "menu"), contacts });
  await expect
    .poll(async () => (await harness.subscriberOf(before.id)).channel?.userId, soon)
    .toBe(userId);
  await erase(before.id);
  const id = newAccount();
  await harness.subscribe(id);
  const { body } = await harness.call("GET /user/whatsapp/opt-in", { as: id });
  await harness.sendText(userId, `START-${(body as { code: string }).code}`);
  await expect.poll(() => trialsUsed, soon).toContain(id);
});

test("publishes trial.used for a number that a person had before WhatsApp changed it", async () => {
  const before = await harness.reader();
  const system = { type: "user_changed_number", wa_id: "33644556677" };
  // the provider reports whole seconds, and a change before the connection is ignored
  const later = new Date(Date.now() + 1_000);
  await harness.postWebhook(addressChangeItem(before.digits, system, later));
  await expect
    .poll(async () => (await harness.subscriberOf(before.id)).channel?.phone, soon)
    .toBe("+33644556677");
  await erase(before.id);
  const id = newAccount();
  await claim(id, before.phone);
  await confirm(id, before.phone);
  await expect.poll(() => trialsUsed, soon).toContain(id);
});

test("publishes trial.used once when the code of the site confirms the number on two replicas", async () => {
  const before = await harness.reader();
  await erase(before.id);
  const id = newAccount();
  await harness.subscribe(id);
  const { body } = await harness.call("GET /user/whatsapp/opt-in", { as: id });
  const { code } = body as { code: string };
  const start = `START-${code}`;
  await Promise.all([
    harness.sendText(before.digits, start),
    harness.sendText(before.digits, start),
  ]);
  await expect.poll(() => trialsUsed, soon).toContain(id);
  expect(trialsUsed.filter((each) => each === id)).toHaveLength(1);
});

test("publishes nothing for numbers of existing accounts and for numbers that were only claimed", async () => {
  const existing = await harness.reader();
  const claimant = newAccount();
  const shared = "+33611223344";
  await claim(claimant, shared);
  await erase(claimant);
  const id = newAccount();
  await claim(id, shared);
  await confirm(id, shared);
  // Another account confirms the number that the existing account has given up.
  await harness.call("POST /user/whatsapp/connect", {
    as: existing.id,
    body: { phone: "+33655667788" },
  });
  const next = newAccount();
  await claim(next, existing.phone);
  await confirm(next, existing.phone);
  const deleted = await harness.reader();
  await erase(deleted.id);
  const last = newAccount();
  await claim(last, deleted.phone);
  await confirm(last, deleted.phone);
  await expect.poll(() => trialsUsed, soon).toContain(last);
  expect(trialsUsed).not.toContain(id);
  expect(trialsUsed).not.toContain(next);
});
