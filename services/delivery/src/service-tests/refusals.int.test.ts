import type { UserId } from "@matinale/contracts";
import { startForTests } from "@matinale/kit/vitest";
import { beforeEach, expect, test } from "vitest";
import { rank } from "../domain/delivery/delivery.ts";
import { oneTextOneVoice } from "../testing/content-stub.ts";
import { soon, startHarness } from "../testing/harness.ts";
import { type Call, statusItem, textItem } from "../testing/provider.ts";

let delivery: Awaited<ReturnType<typeof startHarness>>;
startForTests(
  () => startHarness({ replicas: 2, env: { MANUAL_DELIVERIES_PER_HOUR: "50" } }),
  (started) => (delivery = started),
);
beforeEach(() => {
  delivery.provider.setFault(null);
  delivery.setComposer(oneTextOneVoice);
});

const deliver = (as: string) => delivery.call("POST /deliver-news", { as, body: {} });
const history = async (id: string) =>
  (await delivery.history(id)).map(({ status, errorMessage }) => ({ status, errorMessage }));
const callsOf = (digits: string, matches: (call: Call) => boolean) =>
  delivery.provider.calls.filter((call) => call.to === digits && matches(call));
// One code for each action. The tests of errors.ts and of the adapters cover all codes.
const isText = ({ text }: Call) => text === "Le digest";
const isVoice = ({ type }: Call) => type === "audio";
const isTemplate = ({ text }: Call) => text === "digest_ready";

/** Refuses calls to this number that match, at most `times`, with this code. */
function refuse(digits: string, code: number, matches: (call: Call) => boolean, times = Infinity) {
  let left = times;
  delivery.provider.setFault((call) => {
    if (call.to !== digits || !matches(call) || left === 0) return null;
    left -= 1;
    return { status: 400, code };
  });
}

/** A reader who has been sent the opt-in message and the reply to START. */
const greeted = async () => {
  const reader = await delivery.reader();
  await expect.poll(() => delivery.provider.accepted(reader.digits).length, soon).toBe(2);
  return reader;
};

const withClosedWindow = async () => {
  const reader = await greeted();
  await delivery.closeWindow(reader.id);
  return reader;
};

test.each([131016, 130429])("sends the same message again later after code %s", async (code) => {
  const { id, digits } = await delivery.reader();
  delivery.setComposer(() => ({ texts: ["Le digest"], voiceNotes: [] }));
  refuse(digits, code, isText, 1);
  expect(await deliver(id)).toMatchObject({ status: 200, body: { success: true } });
  const [first, second, ...more] = callsOf(digits, isText);
  expect([first?.accepted, second?.accepted, more]).toEqual([false, true, []]);
  expect(first?.reference).toBe(second?.reference);
});

test("does not send a message again that was accepted, although its call was refused for now", async () => {
  const { id, digits } = await delivery.reader();
  let refused: Call | undefined;
  delivery.provider.setFault((call) => {
    if (call.to !== digits || !isText(call) || refused !== undefined) return null;
    refused = call;
    return { status: 500, retryAfterSeconds: 4 };
  });
  await delivery.requestManualDigest(id);
  const { waiting } = rank;
  const stored = async () => (await delivery.deliveryOf(id))?.["parts"]?.["text0"];
  await expect.poll(stored, soon).toMatchObject({ rank: waiting, attempt: 1 });
  await delivery.postWebhook(statusItem(refused!, "sent", delivery.now()));
  await expect.poll(() => callsOf(digits, isVoice).length, soon).toBe(1);
  expect(callsOf(digits, isText)).toHaveLength(1);
});

test("uploads the voice note again after code 131053", async () => {
  const code = 131053;
  const { id, digits } = await delivery.reader();
  delivery.setComposer(() => ({
    texts: ["Le digest"],
    voiceNotes: [String(code).padEnd(64, "e")],
  }));
  refuse(digits, code, isVoice, 1);
  const before = delivery.provider.uploads.length;
  await delivery.requestManualDigest(id);
  await expect.poll(() => history(id), soon).toEqual([{ status: "sent", errorMessage: null }]);
  await expect.poll(() => delivery.provider.accepted(digits).filter(isVoice), soon).toHaveLength(1);
  expect(delivery.provider.uploads).toHaveLength(before + 2);
});

test("fails a voice note that is refused again after the second upload, and the history says so", async () => {
  const code = 131053;
  const { id, digits } = await delivery.reader();
  delivery.setComposer(() => ({ texts: ["Le digest"], voiceNotes: ["again".padEnd(64, "e")] }));
  refuse(digits, code, isVoice);
  await delivery.requestManualDigest(id);
  const errorMessage =
    "Le texte a été envoyé, pas la note vocale. La note vocale n’a pas pu être préparée.";
  await expect.poll(() => history(id), soon).toEqual([{ status: "failed", errorMessage }]);
  expect(callsOf(digits, isVoice)).toHaveLength(2);
});

test("sends no template for a day after code 131049, unless the reader writes", async () => {
  const code = 131049;
  const { id, digits } = await withClosedWindow();
  refuse(digits, code, isTemplate);
  const reason =
    "WhatsApp n’a pas laissé passer l’édition du jour. Envoyez-nous un mot pour recevoir la prochaine.";
  for (const _ of [1, 2]) expect(await deliver(id)).toMatchObject({ body: { message: reason } });
  expect(callsOf(digits, isTemplate)).toHaveLength(1);
  // A message from the phone opens the window.
  await delivery.postWebhook(textItem(digits, "et le blé ?", delivery.now()));
  const isReply = ({ text }: Call) => text.includes("Je ne réponds qu’à quelques mots");
  await expect.poll(() => callsOf(digits, isReply).length, soon).toBe(1);
  expect(await deliver(id)).toMatchObject({ status: 200, body: { success: true } });
});

test("explains after code 132015 that WhatsApp has paused the template", async () => {
  const code = 132015;
  const { id, digits } = await withClosedWindow();
  refuse(digits, code, isTemplate);
  expect(await deliver(id)).toMatchObject({
    status: 502,
    body: { message: expect.stringContaining("L’annonce de votre édition est suspendue") },
  });
  expect(callsOf(digits, isTemplate)).toHaveLength(1);
});

test("fails the message at once after code 131009", async () => {
  const code = 131009;
  const { id, digits } = await delivery.reader();
  refuse(digits, code, isText);
  expect((await deliver(id)).status).toBe(502);
  expect(callsOf(digits, isText)).toHaveLength(1);
  expect(await history(id)).toEqual([
    { status: "failed", errorMessage: "WhatsApp a refusé le message." },
  ]);
});

const automation = async (id: UserId) =>
  (await delivery.call("GET /automation/status", { as: id })).body;

test("stops everything until START after code 131050, as after STOP", async () => {
  const { id, digits } = await withClosedWindow();
  refuse(digits, 131050, isTemplate);
  expect((await deliver(id)).status).toBe(502);
  await expect.poll(() => automation(id), soon).toMatchObject({ isRunning: false });
  expect((await deliver(id)).status).toBe(409);
  expect(callsOf(digits, isTemplate)).toHaveLength(1);
  const later = new Date(delivery.now().getTime() + 2_000);
  await delivery.postWebhook(textItem(digits, "START", later));
  await expect.poll(() => automation(id), soon).toMatchObject({ isRunning: true });
});

test("a refusal of a message to the former number does not stop the number that has replaced it", async () => {
  const { id, digits } = await withClosedWindow();
  expect((await deliver(id)).status).toBe(200);
  const announced = callsOf(digits, isTemplate).at(-1);
  if (announced === undefined) throw new Error("no template was sent");
  const phone = "+33698765431";
  await delivery.call("POST /user/whatsapp/connect", { as: id, body: { phone } });
  const later = (seconds: number) => new Date(delivery.now().getTime() + seconds * 1_000);
  await delivery.postWebhook(textItem(phone.slice(1), "START", later(1)));
  await expect.poll(() => automation(id), soon).toMatchObject({ waitsFor: null });
  await delivery.postWebhook(statusItem(announced, "failed", later(5), 131050));
  await expect.poll(async () => (await history(id))[0]?.status, soon).toBe("failed");
  const webhooks = delivery.collection("webhooks");
  await expect.poll(() => webhooks.countDocuments(), soon).toBe(0);
  expect(await automation(id)).toMatchObject({ isRunning: true, waitsFor: null });
});

test("marketing messages off in WhatsApp counts like STOP, on undoes it, and repeated calls change nothing", async () => {
  const { id, digits } = await greeted();
  const from = Math.floor(delivery.now().getTime() / 1_000) + 2;
  const chosen = (value: string, timestamp: number) => ({
    user_preferences: [{ wa_id: digits, category: "marketing_messages", value, timestamp }],
  });
  const before = delivery.provider.accepted(digits).length;
  await delivery.postWebhook(chosen("stop", from));
  await expect.poll(() => automation(id), soon).toMatchObject({ isRunning: false });
  expect((await deliver(id)).status).toBe(409);
  await delivery.postWebhook(chosen("resume", from + 2));
  await expect.poll(() => automation(id), soon).toMatchObject({ isRunning: true });
  await delivery.postWebhook(
    chosen("stop", from),
    textItem(digits, "STOP", new Date((from + 4) * 1_000)),
  );
  await expect.poll(() => automation(id), soon).toMatchObject({ isRunning: false });
  await delivery.postWebhook(chosen("resume", from + 2), textItem(digits, "MENU", delivery.now()));
  await expect.poll(() => delivery.provider.accepted(digits).length, soon).toBe(before + 2);
  expect(await automation(id)).toMatchObject({ isRunning: false });
});

test("handles a refusal by a status like a refusal at once", async () => {
  const { id, digits } = await withClosedWindow();
  expect(await deliver(id)).toMatchObject({ status: 200 });
  const announced = callsOf(digits, isTemplate).at(-1);
  if (announced === undefined) throw new Error("no template was sent");
  await delivery.postWebhook(statusItem(announced, "failed", delivery.now(), 131049));
  await expect.poll(async () => (await history(id))[0]?.status, soon).toBe("failed");
  expect((await deliver(id)).body).toMatchObject({
    message: expect.stringContaining("n’a pas laissé passer l’édition"),
  });
  expect(callsOf(digits, isTemplate)).toHaveLength(1);
});

test("sends a message that failed temporarily after its acceptance at most three times in all", async () => {
  const { id, digits } = await delivery.reader();
  delivery.setComposer(() => ({ texts: ["Le digest"], voiceNotes: [] }));
  await delivery.requestManualDigest(id);
  for (const calls of [1, 2, 3]) {
    await expect.poll(() => callsOf(digits, isText).length, soon).toBe(calls);
    const last = callsOf(digits, isText).at(-1);
    if (last === undefined) throw new Error("no text was sent");
    const failed = statusItem(last, "failed", delivery.now(), 131000);
    await delivery.postWebhook(failed, failed);
  }
  await expect.poll(async () => (await history(id))[0]?.status, soon).toBe("failed");
  expect(callsOf(digits, isText)).toHaveLength(3);
});

test("disconnects a number that is unreachable three times in a row, and the site says why", async () => {
  const { id, digits, phone } = await greeted();
  const unreachable = { status: 400, code: 131026 };
  delivery.provider.setFault(({ to }) => (to === digits ? unreachable : null));
  for (const _ of [1, 2]) expect((await deliver(id)).status).toBe(502);
  expect(await automation(id)).toMatchObject({ isRunning: true, disconnected: null });
  delivery.provider.setFault(null);
  delivery.setComposer(() => ({ texts: ["Le digest"], voiceNotes: [] }));
  expect((await deliver(id)).status).toBe(200);
  const sent = delivery.provider.accepted(digits).at(-1);
  if (sent === undefined) throw new Error("nothing was sent");
  await delivery.postWebhook(statusItem(sent, "failed", delivery.now(), 131026));
  await expect
    .poll(() => automation(id), soon)
    .toMatchObject({ isRunning: false, disconnected: { phone, reason: "unreachable" } });
  expect((await delivery.call("GET /me", { as: id })).body).toMatchObject({
    whatsappConnected: false,
  });
  const stopped = await delivery.call("POST /automation/stop", { as: id, body: {} });
  expect(stopped.body).toMatchObject({ disconnected: { phone, reason: "unreachable" } });
  expect(await automation(id)).toMatchObject({ disconnected: { phone, reason: "unreachable" } });
  const body = { phone };
  expect((await delivery.call("POST /user/whatsapp/connect", { as: id, body })).status).toBe(200);
  expect(await automation(id)).toMatchObject({ disconnected: null });
});
