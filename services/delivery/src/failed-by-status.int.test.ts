import { afterAll, beforeAll, expect, test } from "vitest";
import { soon, startHarness } from "./testing/harness.ts";
import { type Call, statusItem, tapItem, textItem } from "./testing/provider.ts";

let delivery: Awaited<ReturnType<typeof startHarness>>;
beforeAll(async () => {
  delivery = await startHarness({ replicas: 2, env: { MANUAL_DELIVERIES_PER_HOUR: "50" } });
}, 60_000);
afterAll(() => delivery.stop());

const second = 1_000;
const later = (seconds: number) => new Date(delivery.now().getTime() + seconds * second);
const forms = (digits: string) =>
  delivery.provider
    .accepted(digits)
    .map(({ type, text }) => (type === "template" ? text : type))
    // after the question whether to begin, and the answer to START
    .slice(2);

/** A reader whose digest of a text and a voice note has been taken, or announced by a template. */
async function sent({ announced = false } = {}) {
  const reader = await delivery.reader();
  const said = () => forms(reader.digits);
  await expect.poll(() => delivery.provider.accepted(reader.digits).length, soon).toBe(2);
  if (announced) await delivery.closeWindow(reader.id);
  await delivery.requestByHand(reader.id);
  await expect.poll(said, soon).toEqual(announced ? ["digest_ready"] : ["text", "audio"]);
  await expect
    .poll(async () => (await delivery.deliveryOf(reader.id))?.["lease"], soon)
    .toBeUndefined();
  const [first, second] = delivery.provider.accepted(reader.digits).slice(2);
  return { ...reader, said, first: first as Call, second: second as Call };
}

const fails = (call: Call, code: number) => statusItem(call, "failed", delivery.now(), code);

test("an announcement that fails in passing is made again, waits for its tap, and the tap is heard", async () => {
  const { id, digits, said, first } = await sent({ announced: true });
  await delivery.tell(fails(first, 131000));
  await expect.poll(said, soon).toEqual(["digest_ready", "digest_ready"]);
  await expect
    .poll(() => delivery.deliveryOf(id), soon)
    .toSatisfy((stored: object) => !("lease" in stored) && !("workAt" in stored));
  const [, again] = delivery.provider.accepted(digits).slice(2);
  await delivery.tell(tapItem(digits, again?.button ?? "", later(1)));
  await expect.poll(said, soon).toEqual(["digest_ready", "digest_ready", "text", "audio"]);
});

test("a digest that met a closed window is announced, waits for its tap, and comes whole", async () => {
  const { id, digits, said, first, second } = await sent();
  await delivery.tell(fails(first, 131047), fails(second, 131047));
  await expect.poll(said, soon).toEqual(["text", "audio", "digest_ready"]);
  await expect
    .poll(() => delivery.deliveryOf(id), soon)
    .toSatisfy((stored: object) => !("lease" in stored) && !("workAt" in stored));
  const announced = delivery.provider.accepted(digits).at(-1);
  await delivery.tell(tapItem(digits, announced?.button ?? "", later(1)));
  await expect.poll(said, soon).toEqual(["text", "audio", "digest_ready", "text", "audio"]);
});

test("a sound that was taken and cannot be read is taken to the provider anew, once", async () => {
  const { said, second } = await sent();
  const before = delivery.provider.uploads.length;
  await delivery.tell(fails(second, 131053), fails(second, 131053));
  await expect.poll(said, soon).toEqual(["text", "audio", "audio"]);
  expect(delivery.provider.uploads).toHaveLength(before + 1);
});

test("a text that the provider calls unreadable is refused, as if it had been refused at once", async () => {
  const { id, said, first } = await sent();
  await delivery.tell(fails(first, 131053));
  await expect
    .poll(async () => (await delivery.history(id))[0], soon)
    .toMatchObject({ status: "failed", errorMessage: "WhatsApp a refusé le message." });
  expect(said()).toEqual(["text", "audio"]);
});

test("what was refused before the reader wrote again does not undo what they wrote, however often it is told", async () => {
  const { id, digits, first } = await sent({ announced: true });
  const automation = async () => (await delivery.call("GET /automation/status", { as: id })).body;
  const optedOut = fails(first, 131050);
  await delivery.tell(optedOut);
  await expect.poll(automation, soon).toMatchObject({ isRunning: false });
  const answers = () => delivery.provider.accepted(digits).length;
  const before = answers();
  await delivery.tell(textItem(digits, "START", later(2)));
  await expect.poll(answers, soon).toBe(before + 1);
  await delivery.tell(optedOut, fails(first, 131047), textItem(digits, "MENU", later(3)));
  await expect.poll(answers, soon).toBe(before + 2);
  expect(await automation()).toMatchObject({ isRunning: true });
});
