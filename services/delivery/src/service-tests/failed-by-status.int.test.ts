import { startForTests } from "@matinale/kit/vitest";
import { expect, test } from "vitest";
import { soon, startHarness } from "../testing/harness.ts";
import { type Call, statusItem, tapItem, textItem } from "../testing/provider.ts";

let delivery: Awaited<ReturnType<typeof startHarness>>;
startForTests(
  () => startHarness({ replicas: 2, env: { MANUAL_DELIVERIES_PER_HOUR: "50" } }),
  (started) => (delivery = started),
);

const second = 1_000;
const later = (seconds: number) => new Date(delivery.now().getTime() + seconds * second);
const forms = (digits: string) =>
  delivery.provider
    .accepted(digits)
    .map(({ type, text }) => (type === "template" ? text : type))
    // After the opt-in message and the reply to START.
    .slice(2);

/** A reader whose digest, a text and a voice note, was accepted by the provider, or announced by a template. */
async function sent({ announced = false } = {}) {
  const reader = await delivery.reader();
  const sentForms = () => forms(reader.digits);
  await expect.poll(() => delivery.provider.accepted(reader.digits).length, soon).toBe(2);
  if (announced) await delivery.closeWindow(reader.id);
  await delivery.requestManualDigest(reader.id);
  await expect.poll(sentForms, soon).toEqual(announced ? ["digest_ready"] : ["text", "audio"]);
  await expect
    .poll(async () => (await delivery.deliveryOf(reader.id))?.["lease"], soon)
    .toBeUndefined();
  const [first, second] = delivery.provider.accepted(reader.digits).slice(2);
  return { ...reader, sentForms, first: first as Call, second: second as Call };
}

const fails = (call: Call, code: number) => statusItem(call, "failed", delivery.now(), code);

test("sends a template again that failed temporarily, and the digest after the tap on it", async () => {
  const { id, digits, sentForms, first } = await sent({ announced: true });
  await delivery.postWebhook(fails(first, 131000));
  await expect.poll(sentForms, soon).toEqual(["digest_ready", "digest_ready"]);
  await expect
    .poll(() => delivery.deliveryOf(id), soon)
    .toSatisfy((stored: object) => !("lease" in stored) && !("workAt" in stored));
  const [, again] = delivery.provider.accepted(digits).slice(2);
  await delivery.postWebhook(tapItem(digits, again?.button ?? "", later(1)));
  await expect.poll(sentForms, soon).toEqual(["digest_ready", "digest_ready", "audio", "text"]);
});

/** The digest of a reader who has tapped on its announcement, while the provider refuses voice notes. */
async function tappedWhile(refuses: () => { status: number; code: number } | null) {
  const reader = await sent({ announced: true });
  delivery.provider.setFault(({ to, type }) =>
    to === reader.digits && type === "audio" ? refuses() : null,
  );
  await delivery.postWebhook(tapItem(reader.digits, reader.first.button ?? "", later(1)));
  return reader;
}

test("retries a voice note that is refused for now after a tap, before the text, and repeats neither", async () => {
  let refusals = 2;
  const { id, sentForms } = await tappedWhile(() =>
    (refusals -= 1) >= 0 ? { status: 500, code: 131000 } : null,
  );
  await expect.poll(sentForms, soon).toEqual(["digest_ready", "audio", "text"]);
  await expect.poll(async () => (await delivery.deliveryOf(id))?.["phase"], soon).toBe("done");
  expect(sentForms()).toEqual(["digest_ready", "audio", "text"]);
  delivery.provider.setFault(null);
});

test("sends the text after a tap although the voice note is refused, and the history says so", async () => {
  const { id, sentForms } = await tappedWhile(() => ({ status: 400, code: 131009 }));
  await expect.poll(sentForms, soon).toEqual(["digest_ready", "text"]);
  await expect
    .poll(async () => (await delivery.history(id))[0], soon)
    .toMatchObject({
      status: "failed",
      errorMessage: "Le texte a été envoyé, pas la note vocale. WhatsApp a refusé le message.",
    });
  delivery.provider.setFault(null);
});

test("announces a digest that failed because of a closed window, and sends all parts after the tap", async () => {
  const { id, digits, sentForms, first, second } = await sent();
  await delivery.postWebhook(fails(first, 131047), fails(second, 131047));
  await expect.poll(sentForms, soon).toEqual(["text", "audio", "digest_ready"]);
  await expect
    .poll(() => delivery.deliveryOf(id), soon)
    .toSatisfy((stored: object) => !("lease" in stored) && !("workAt" in stored));
  const announced = delivery.provider.accepted(digits).at(-1);
  await delivery.postWebhook(tapItem(digits, announced?.button ?? "", later(1)));
  await expect.poll(sentForms, soon).toEqual(["text", "audio", "digest_ready", "audio", "text"]);
});

test("uploads a voice note again, once, that the provider accepted and cannot read", async () => {
  const { sentForms, second } = await sent();
  const before = delivery.provider.uploads.length;
  await delivery.postWebhook(fails(second, 131053), fails(second, 131053));
  await expect.poll(sentForms, soon).toEqual(["text", "audio", "audio"]);
  expect(delivery.provider.uploads).toHaveLength(before + 1);
});

test("a repeated refusal from before a START does not undo the START", async () => {
  const { id, digits, first } = await sent({ announced: true });
  const automation = async () => (await delivery.call("GET /automation/status", { as: id })).body;
  const optedOut = fails(first, 131050);
  await delivery.postWebhook(optedOut);
  await expect.poll(automation, soon).toMatchObject({ isRunning: false });
  const answers = () => delivery.provider.accepted(digits).length;
  const before = answers();
  await delivery.postWebhook(textItem(digits, "START", later(2)));
  await expect.poll(answers, soon).toBe(before + 1);
  await delivery.postWebhook(optedOut, fails(first, 131047), textItem(digits, "MENU", later(3)));
  await expect.poll(answers, soon).toBe(before + 2);
  expect(await automation()).toMatchObject({ isRunning: true });
});
