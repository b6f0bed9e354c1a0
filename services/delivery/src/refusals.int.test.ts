import type { UserId } from "@matinale/contracts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { oneTextOneVoice, soon, startHarness } from "./testing/harness.ts";
import { type Call, statusItem, textItem } from "./testing/provider.ts";

let delivery: Awaited<ReturnType<typeof startHarness>>;
beforeAll(async () => {
  delivery = await startHarness({ replicas: 2, env: { MANUAL_DELIVERIES_PER_HOUR: "50" } });
}, 60_000);
beforeEach(() => {
  delivery.provider.setFault(null);
  delivery.setComposer(oneTextOneVoice);
});
afterAll(() => delivery.stop());

const deliver = (as: string) => delivery.call("POST /deliver-news", { as, body: {} });
const history = async (id: string) =>
  (await delivery.history(id)).map(({ status, errorMessage }) => ({ status, errorMessage }));
const callsOf = (digits: string, wanted: (call: Call) => boolean) =>
  delivery.provider.calls.filter((call) => call.to === digits && wanted(call));
// One code of each class; which class a code is of, and that the adapter says so, is tested beside them.
const isText = ({ text }: Call) => text === "Le digest";
const isVoice = ({ type }: Call) => type === "audio";
const isTemplate = ({ text }: Call) => text === "digest_ready";

/** Refuses the first calls that are wanted, with this code. */
function refuse(digits: string, code: number, wanted: (call: Call) => boolean, times = Infinity) {
  let left = times;
  delivery.provider.setFault((call) => {
    if (call.to !== digits || !wanted(call) || left === 0) return null;
    left -= 1;
    return { status: 400, code };
  });
}

/** The question whether to begin and the answer to START have left. */
const greeted = async () => {
  const reader = await delivery.reader();
  await expect.poll(() => delivery.provider.accepted(reader.digits).length, soon).toBe(2);
  return reader;
};

const closed = async () => {
  const reader = await greeted();
  await delivery.closeWindow(reader.id);
  return reader;
};

test.each([131016, 130429])("after %s the same message is sent again, later", async (code) => {
  const { id, digits } = await delivery.reader();
  delivery.setComposer(() => ({ texts: ["Le digest"], sounds: [] }));
  refuse(digits, code, isText, 1);
  expect(await deliver(id)).toMatchObject({ status: 200, body: { success: true } });
  const [first, second, ...more] = callsOf(digits, isText);
  expect([first?.accepted, second?.accepted, more]).toEqual([false, true, []]);
  expect(first?.reference).toBe(second?.reference);
});

test("after 131053 the sound is taken to the provider anew", async () => {
  const code = 131053;
  const { id, digits } = await delivery.reader();
  delivery.setComposer(() => ({ texts: ["Le digest"], sounds: [String(code).padEnd(64, "e")] }));
  refuse(digits, code, isVoice, 1);
  const before = delivery.provider.uploads.length;
  await delivery.requestByHand(id);
  await expect.poll(() => history(id), soon).toEqual([{ status: "sent", errorMessage: null }]);
  await expect.poll(() => delivery.provider.accepted(digits).filter(isVoice), soon).toHaveLength(1);
  expect(delivery.provider.uploads).toHaveLength(before + 2);
});

test("a sound that is refused again after that is given up, and said to be missing", async () => {
  const code = 131053;
  const { id, digits } = await delivery.reader();
  delivery.setComposer(() => ({ texts: ["Le digest"], sounds: ["again".padEnd(64, "e")] }));
  refuse(digits, code, isVoice);
  await delivery.requestByHand(id);
  const errorMessage =
    "Le texte a été envoyé, pas la note vocale. La note vocale n’a pas pu être préparée.";
  await expect.poll(() => history(id), soon).toEqual([{ status: "failed", errorMessage }]);
  expect(callsOf(digits, isVoice)).toHaveLength(2);
});

test("after 131049 nobody is written to unasked for a day", async () => {
  const code = 131049;
  const { id, digits } = await closed();
  refuse(digits, code, isTemplate);
  const reason =
    "WhatsApp a retenu le message aujourd’hui. Écrivez à Matinale pour recevoir la suite.";
  for (const _ of [1, 2]) expect(await deliver(id)).toMatchObject({ body: { message: reason } });
  expect(callsOf(digits, isTemplate)).toHaveLength(1);
  // A word from the phone is all it takes.
  await delivery.tell(textItem(digits, "bonjour", delivery.now()));
  const answered = ({ text }: Call) => text.includes("pas compris");
  await expect.poll(() => callsOf(digits, answered).length, soon).toBe(1);
  expect(await deliver(id)).toMatchObject({ status: 200, body: { success: true } });
});

test("after 132015 the reader hears that the announcement is paused", async () => {
  const code = 132015;
  const { id, digits } = await closed();
  refuse(digits, code, isTemplate);
  expect(await deliver(id)).toMatchObject({
    status: 502,
    body: { message: expect.stringContaining("WhatsApp a suspendu le message") },
  });
  expect(callsOf(digits, isTemplate)).toHaveLength(1);
});

test("after 131009 the message is given up at once", async () => {
  const code = 131009;
  const { id, digits } = await delivery.reader();
  refuse(digits, code, isText);
  expect((await deliver(id)).status).toBe(502);
  expect(callsOf(digits, isText)).toHaveLength(1);
  expect(await history(id)).toEqual([
    { status: "failed", errorMessage: "WhatsApp a refusé le message." },
  ]);
});

const isStopped = async (id: UserId) =>
  (await delivery.call("GET /automation/status", { as: id })).body;

test("after 131050 nothing more is tried, as after STOP, until START", async () => {
  const { id, digits } = await closed();
  refuse(digits, 131050, isTemplate);
  expect((await deliver(id)).status).toBe(502);
  await expect.poll(() => isStopped(id), soon).toMatchObject({ isRunning: false });
  expect((await deliver(id)).status).toBe(409);
  expect(callsOf(digits, isTemplate)).toHaveLength(1);
  const later = new Date(delivery.now().getTime() + 2_000);
  await delivery.tell(textItem(digits, "START", later));
  await expect.poll(() => isStopped(id), soon).toMatchObject({ isRunning: true });
});

test("WhatsApp’s own switch counts like STOP, on takes it back, and a call that is told again changes nothing", async () => {
  const { id, digits } = await greeted();
  const from = Math.floor(delivery.now().getTime() / 1_000) + 2;
  const chosen = (value: string, timestamp: number) => ({
    user_preferences: [{ wa_id: digits, category: "marketing_messages", value, timestamp }],
  });
  const before = delivery.provider.accepted(digits).length;
  await delivery.tell(chosen("stop", from));
  await expect.poll(() => isStopped(id), soon).toMatchObject({ isRunning: false });
  expect((await deliver(id)).status).toBe(409);
  await delivery.tell(chosen("resume", from + 2));
  await expect.poll(() => isStopped(id), soon).toMatchObject({ isRunning: true });
  await delivery.tell(chosen("stop", from), textItem(digits, "STOP", new Date((from + 4) * 1_000)));
  await expect.poll(() => isStopped(id), soon).toMatchObject({ isRunning: false });
  await delivery.tell(chosen("resume", from + 2), textItem(digits, "MENU", delivery.now()));
  await expect.poll(() => delivery.provider.accepted(digits).length, soon).toBe(before + 2);
  expect(await isStopped(id)).toMatchObject({ isRunning: false });
});

test("the same words count when they come by status", async () => {
  const { id, digits } = await closed();
  expect(await deliver(id)).toMatchObject({ status: 200 });
  const announced = callsOf(digits, isTemplate).at(-1);
  if (announced === undefined) throw new Error("nothing was announced");
  await delivery.tell(statusItem(announced, "failed", delivery.now(), 131049));
  await expect.poll(async () => (await history(id))[0]?.status, soon).toBe("failed");
  expect((await deliver(id)).body).toMatchObject({
    message: expect.stringContaining("retenu le message"),
  });
  expect(callsOf(digits, isTemplate)).toHaveLength(1);
});

test("a message that is taken and then fails in passing is sent again, at most three times in all", async () => {
  const { id, digits } = await delivery.reader();
  delivery.setComposer(() => ({ texts: ["Le digest"], sounds: [] }));
  await delivery.requestByHand(id);
  for (const calls of [1, 2, 3]) {
    await expect.poll(() => callsOf(digits, isText).length, soon).toBe(calls);
    const last = callsOf(digits, isText).at(-1);
    if (last === undefined) throw new Error("nothing was said");
    const failed = statusItem(last, "failed", delivery.now(), 131000);
    await delivery.tell(failed, failed);
  }
  await expect.poll(async () => (await history(id))[0]?.status, soon).toBe("failed");
  expect(callsOf(digits, isText)).toHaveLength(3);
});
