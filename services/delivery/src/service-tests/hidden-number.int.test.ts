import { randomInt, randomUUID } from "node:crypto";
import { asUserId } from "@matinale/contracts";
import { startForTests } from "@matinale/kit/vitest";
import { describe, expect, test } from "vitest";
import { oneTextOneVoice } from "../testing/content-stub.ts";
import { soon, startHarness } from "../testing/harness.ts";
import { addressChangeItem, statusItem, tapItem, textItem } from "../testing/provider.ts";

let delivery: Awaited<ReturnType<typeof startHarness>>;
startForTests(
  () => startHarness({ replicas: 2, at: "2037-11-23T10:00:00Z" }),
  (started) => (delivery = started),
);

let seconds = 0;
/** Each message is a second later than the one before, because the provider reports whole seconds. */
const later = () => new Date(delivery.now().getTime() + (seconds += 1) * 1_000);
const newUserId = () => `FR.${randomInt(1e14)}`;
const newNumber = () => `336${String(randomInt(1e8)).padStart(8, "0")}`;
const write = (from: string, text: string) => delivery.postWebhook(textItem(from, text, later()));
const changeAddress = (from: string, system: object) =>
  delivery.postWebhook(addressChangeItem(from, system, later()));
const shown = (to: string) => delivery.provider.shown(to);
const last = (to: string) => shown(to).at(-1);
const processed = () =>
  expect.poll(() => delivery.collection("webhooks").countDocuments(), soon).toBe(0);
const channelOf = async (id: string) =>
  (await delivery.collection("subscribers").findOne({ _id: id as never }))?.["channel"];
const me = async (as: string) => (await delivery.call("GET /me", { as })).body;
const account = async () => {
  const id = asUserId(randomUUID());
  await delivery.subscribe(id);
  return id;
};
const codeOf = async (as: string) =>
  ((await delivery.call("GET /user/whatsapp/opt-in", { as })).body as { code: string }).code;

/** An account that a phone with a hidden number, or with a number, has connected by its code. */
async function connected(from = newUserId()) {
  const id = await account();
  await write(from, `START-${await codeOf(id)}`);
  await expect.poll(() => last(from), soon).toContain("C’est confirmé");
  return { id, from };
}

/** A message that shows the number and the user id. */
function writeWithBoth(number: string, userId: string, text: string) {
  const item = textItem(number, text, later());
  return delivery.postWebhook({ ...item, contacts: [{ wa_id: number, user_id: userId }] });
}

describe("a person whose number is hidden", () => {
  test("connects, gets a digest, taps listen, and stops within a second", async () => {
    const { id, from } = await connected();
    expect(await channelOf(id)).toMatchObject({ userId: from, consent: { userId: from } });
    expect(await me(id)).toEqual({ whatsappConnected: true, phone: null });

    await delivery.closeWindow(id);
    await delivery.requestManualDigest(id);
    await expect.poll(() => last(from), soon).toBe("digest_ready");
    const announced = delivery.provider.accepted(from).at(-1)!;
    await delivery.postWebhook(statusItem(announced, "read", delivery.now()));
    await delivery.postWebhook(tapItem(from, announced.button, later()));
    await expect.poll(() => shown(from).slice(2).toSorted(), soon).toEqual(["Le digest", "audio"]);
    await expect.poll(() => delivery.history(id), soon).toMatchObject([{ errorMessage: null }]);

    const writtenAt = performance.now();
    await write(from, "STOP");
    await expect
      .poll(() => delivery.subscriberOf(id), { timeout: 5_000, interval: 10 })
      .toMatchObject({ stopped: { by: "phone" } });
    expect(performance.now() - writtenAt).toBeLessThan(1_000);
    await expect.poll(() => last(from), soon).toContain("vous ne recevrez plus rien");
    await write(from, "START");
    await expect.poll(() => last(from), soon).toContain("Vos éditions reprennent");
  });

  test("stops by the choice in WhatsApp's settings", async () => {
    const { id, from } = await connected();
    const timestamp = Math.floor(later().getTime() / 1_000);
    const chosen = { user_id: from, category: "marketing_messages", value: "stop", timestamp };
    await delivery.postWebhook({ user_preferences: [chosen] });
    await expect
      .poll(() => delivery.subscriberOf(id), soon)
      .toMatchObject({ stopped: { by: "phone" } });
  });

  test("gets the reply to unknown senders without an account", async () => {
    const from = newUserId();
    await write(from, "Bonjour");
    await expect.poll(() => shown(from), soon).toHaveLength(1);
  });

  test("is the person of the number once a message shows both", async () => {
    const { id, from } = await connected();
    const number = newNumber();
    await writeWithBoth(number, from, "menu");
    await expect.poll(() => me(id), soon).toEqual({ whatsappConnected: true, phone: `+${number}` });
    await expect.poll(() => last(number), soon).toContain("Que voulez-vous faire");
    await write(from, "STOP");
    await expect.poll(() => last(number), soon).toContain("vous ne recevrez plus rien");
    // The STOP holds for the number too: another account that types it sends it nothing.
    const other = await account();
    await delivery.erase(id);
    await expect
      .poll(() => delivery.collection("subscribers").findOne({ _id: id as never }), soon)
      .toBeNull();
    const answer = await delivery.call("POST /user/whatsapp/connect", {
      as: other,
      body: { phone: `+${number}` },
    });
    expect(answer.body).toMatchObject({ message: expect.stringContaining("START") });
    expect(shown(number)).not.toContain("opt_in");
  });
});

test("the number that a reader hides later is known by the receipts of its messages", async () => {
  const { id, digits } = await delivery.reader();
  const userId = newUserId();
  await expect.poll(() => last(digits), soon).toContain("C’est confirmé");
  const [sent] = statusItem(delivery.provider.accepted(digits).at(-1)!, "delivered").statuses;
  await delivery.postWebhook({ statuses: [{ ...sent, recipient_user_id: userId }] });
  await expect.poll(() => channelOf(id), soon).toMatchObject({ phone: `+${digits}`, userId });
  await write(userId, "STOP");
  await expect.poll(() => last(digits), soon).toContain("vous ne recevrez plus rien");
});

test("a number and a user id of two subscribers stay with both, and their phone stops both", async () => {
  const { id: hidden, from: userId } = await connected();
  const reader = await delivery.reader();
  await writeWithBoth(reader.digits, userId, "STOP");
  for (const id of [hidden, reader.id]) {
    await expect
      .poll(() => delivery.subscriberOf(id), soon)
      .toMatchObject({ stopped: { by: "phone" } });
  }
  expect(await channelOf(reader.id)).not.toHaveProperty("userId");
  expect(await channelOf(hidden)).not.toHaveProperty("phone");
  await processed();
  const replies = () =>
    [...shown(userId), ...shown(reader.digits)].filter((text) =>
      text.includes("vous ne recevrez plus rien"),
    );
  await expect.poll(() => replies().length, soon).toBe(1);
});

describe("a new address", () => {
  test("a new user id keeps the account, the opt-in and a STOP", async () => {
    const { id, from } = await connected();
    await write(from, "STOP");
    await expect.poll(() => last(from), soon).toContain("vous ne recevrez plus rien");
    const before = await channelOf(id);
    const moved = newUserId();
    const system = { type: "user_changed_user_id", previous_user_id: from, user_id: moved };
    for (let repeat = 0; repeat < 2; repeat += 1) await changeAddress(from, system);
    const after = { ...before, userId: moved, movedFrom: from };
    await expect.poll(() => channelOf(id), soon).toEqual(after);
    expect(await delivery.subscriberOf(id)).toMatchObject({ stopped: { by: "phone" } });
    await write(moved, "START");
    await expect.poll(() => last(moved), soon).toContain("Vos éditions reprennent");
    expect(await channelOf(id)).toMatchObject({ verifiedAt: before?.["verifiedAt"] });
  });

  test("the next digest goes to the new number of a reader", async () => {
    const { id, digits } = await delivery.reader();
    const [number, userId] = [newNumber(), newUserId()];
    await changeAddress(digits, { type: "user_changed_number", wa_id: number, user_id: userId });
    await expect.poll(() => channelOf(id), soon).toMatchObject({ phone: `+${number}`, userId });
    await write(number, "menu");
    await expect.poll(() => last(number), soon).toContain("Que voulez-vous faire");
    await delivery.requestManualDigest(id);
    await expect.poll(() => shown(number).slice(1), soon).toEqual(["Le digest", "audio"]);
    expect(shown(digits)).not.toContain("Le digest");
  });

  test("the voice note of an edition follows its text to the new number of the person", async () => {
    const { id, digits } = await delivery.reader();
    const uploaded = Promise.withResolvers<void>();
    delivery.provider.holdUploads(uploaded.promise);
    delivery.setComposer(() => ({ texts: ["Le digest"], voiceNotes: ["moved".padEnd(64, "e")] }));
    await delivery.requestManualDigest(id);
    await expect.poll(() => last(digits), soon).toBe("Le digest");
    const number = newNumber();
    const system = { type: "user_changed_number", wa_id: number, user_id: newUserId() };
    for (let repeat = 0; repeat < 2; repeat += 1) await changeAddress(digits, system);
    await expect.poll(() => channelOf(id), soon).toMatchObject({ phone: `+${number}` });
    uploaded.resolve();
    await expect.poll(() => last(number), soon).toBe("digest_ready");
    const { button } = delivery.provider.accepted(number).at(-1)!;
    await delivery.postWebhook(tapItem(number, button, later()));
    await expect.poll(() => shown(number), soon).toEqual(["digest_ready", "audio"]);
    expect(shown(digits)).not.toContain("audio");
    delivery.setComposer(oneTextOneVoice);
  });

  test("a change of address is applied between the messages before and after it", async () => {
    const { id, from } = await connected();
    const moved = newUserId();
    await delivery.postWebhook(
      textItem(from, "STOP", later()),
      addressChangeItem(from, { type: "user_id_update", user_id: moved }, later()),
      textItem(moved, "START", later()),
    );
    await expect.poll(() => last(moved), soon).toContain("Vos éditions reprennent");
    expect(await channelOf(id)).toMatchObject({ userId: moved });
  });

  test("a new address that belongs to another subscriber changes neither", async () => {
    const reader = await delivery.reader();
    const other = await delivery.reader();
    const before = [await channelOf(reader.id), await channelOf(other.id)];
    await changeAddress(reader.digits, { type: "user_changed_number", wa_id: other.digits });
    await processed();
    expect([await channelOf(reader.id), await channelOf(other.id)]).toEqual(before);
  });

  test("a new number is removed from an account that has not confirmed it", async () => {
    const { id, from } = await connected();
    const number = newNumber();
    const claimant = await account();
    await delivery.call("POST /user/whatsapp/connect", {
      as: claimant,
      body: { phone: `+${number}` },
    });
    await changeAddress(from, { type: "user_changed_number", wa_id: number, user_id: newUserId() });
    await expect.poll(() => me(id), soon).toEqual({ whatsappConnected: true, phone: `+${number}` });
    expect(await me(claimant)).toEqual({ whatsappConnected: false, phone: null });
  });
});

test("sends a code for a new password to a hidden number as text only: its template needs a number", async () => {
  const { id, from } = await connected();
  const send = async () => {
    const body = { userId: id, code: "042137", hasVerifiedEmail: false };
    return delivery.call("POST /internal/reset-codes", { as: "service:identity", body });
  };
  expect(await send()).toMatchObject({ body: { sent: true } });
  expect(last(from)).toContain("042137");
  await delivery.closeWindow(id);
  const before = delivery.provider.calls.length;
  expect(await send()).toMatchObject({ status: 200, body: { sent: false } });
  expect(delivery.provider.calls.length).toBe(before);
});
