import { createHmac, randomInt, randomUUID } from "node:crypto";
import { asUserId } from "@matinale/contracts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { WebhookEvents } from "../store/webhook-events.ts";
import { soon, startHarness } from "../testing/harness.ts";
import { keys, simulatedPhones } from "../testing/simulated-phones.ts";
import { voiceNote } from "../testing/voice-note.ts";

let delivery: Awaited<ReturnType<typeof startHarness>>;
let phones: Awaited<ReturnType<typeof simulatedPhones>>;
beforeAll(async () => {
  phones = await simulatedPhones("waha", async ({ bytes, headers }) => {
    const names = ["content-type", "x-webhook-hmac", "x-webhook-hmac-algorithm"];
    const answer = await fetch(`${delivery.url()}/webhooks/whatsapp`, {
      method: "POST",
      headers: names.map((name): [string, string] => [name, String(headers[name])]),
      body: new Uint8Array(bytes),
    });
    await answer.body?.cancel();
    return answer.status;
  });
  delivery = await startHarness({
    voiceNote,
    env: {
      WHATSAPP_ADAPTER: "waha",
      WAHA_URL: phones.url,
      WAHA_API_KEY: keys.WAHA_API_KEY,
      WAHA_HMAC_KEY: keys.WAHA_HMAC_KEY,
      WAHA_SESSION: "default",
      WAHA_MESSAGES_PER_SECOND: "20",
      MANUAL_DELIVERIES_PER_HOUR: "50",
      SENDER_PROBE_SECONDS: "1",
    },
  });
});
afterAll(async () => {
  await delivery.stop();
  await phones.close();
});

const out = async (digits: string) =>
  (await phones.messages(digits)).filter(({ direction }) => direction === "out");
const shown = async (digits: string) => (await out(digits)).map(({ type, text }) => text ?? type);
const last = async (digits: string) => (await shown(digits)).at(-1);
const deliver = (as: string) => delivery.call("POST /deliver-news", { as, body: {} });

/** Connects a number on the site, then writes START from its phone. */
async function reader() {
  const id = asUserId(randomUUID());
  const digits = `336${randomInt(1e7, 1e8)}`;
  await delivery.subscribe(id);
  const answer = await delivery.call("POST /user/whatsapp/connect", {
    as: id,
    body: { phone: `+${digits}` },
  });
  return { id, digits, answer };
}

test("a linked phone never writes first, and sends text and voice note to a phone that has written", async () => {
  const { id, digits, answer } = await reader();
  expect(answer.body).toMatchObject({
    success: true,
    message: expect.stringContaining("Envoyez-nous «\u00A0START\u00A0»"),
  });
  expect(answer.body).toMatchObject({ message: expect.stringContaining("https://wa.me/") });
  await phones.write(digits, "START");
  await expect.poll(() => last(digits), soon).toContain("C’est confirmé");
  expect(await out(digits)).toHaveLength(1);

  expect(await deliver(id)).toMatchObject({ status: 200, body: { success: true } });
  expect((await shown(digits)).slice(1)).toEqual(["Le digest", "audio"]);
  await phones.play(digits);
  await phones.read(digits);
  await expect
    .poll(() => delivery.history(id), soon)
    .toMatchObject([{ status: "read", played: true, errorMessage: null }]);

  // A day later it still sends free text: there is no window.
  await delivery.closeWindow(id);
  expect(await deliver(id)).toMatchObject({ status: 200, body: { success: true } });
  expect((await shown(digits)).slice(3)).toEqual(["Le digest", "audio"]);

  await phones.write(digits, "menu");
  await expect.poll(() => last(digits), soon).toContain("• Stop");
  await phones.write(digits, "Stop");
  await expect.poll(() => last(digits), soon).toContain("vous ne recevrez plus rien");
  expect((await deliver(id)).status).toBe(409);
});

test("an echo of the linked phone replaces a lost answer, and no message is sent twice", async () => {
  const { id, digits } = await reader();
  await phones.write(digits, "START");
  await expect.poll(() => last(digits), soon).toContain("C’est confirmé");
  await phones.faults({ dropAnswer: true, to: digits, times: 2 });
  await delivery.requestManualDigest(id);
  await expect.poll(async () => (await delivery.deliveryOf(id))?.["phase"], soon).toBe("done");
  expect((await shown(digits)).slice(1)).toEqual(["Le digest", "audio"]);
  await phones.read(digits);
  await expect
    .poll(() => delivery.history(id), soon)
    .toMatchObject([{ status: "read", errorMessage: null }]);
  expect((await phones.log()).filter(({ to }) => to === digits)).toHaveLength(3);
});

test("holds messages back while a proxy answers 502 for WAHA, and sends them afterwards", async () => {
  const readers = await Promise.all(Array.from({ length: 20 }, reader));
  for (const { digits } of readers) await phones.write(digits, "START");
  for (const { digits } of readers) {
    await expect.poll(() => last(digits), soon).toContain("C’est confirmé");
  }
  // Five lost answers stop the sender. What is composed afterwards waits, except for a probe now and then.
  const [first, others] = [readers.slice(0, 5), readers.slice(5)];
  await phones.faults({ code: 502 });
  await Promise.all(first.map(({ id }) => delivery.requestManualDigest(id)));
  await expect.poll(() => delivery.metrics(), soon).toMatch(/sender_stopped.*"messages".* 1$/m);
  await Promise.all(others.map(({ id }) => delivery.requestManualDigest(id)));
  const composing = () => delivery.collection("deliveries").countDocuments({ phase: "composing" });
  await expect.poll(composing, soon).toBe(0);
  await phones.faults({});
  const reached = async () => {
    const texts = await Promise.all(others.map(({ digits }) => shown(digits)));
    return texts.filter((each) => each.includes("Le digest")).length;
  };
  await expect.poll(reached, soon).toBeGreaterThanOrEqual(readers.length / 2);
  await expect.poll(() => delivery.metrics(), soon).toMatch(/sender_stopped.*"messages".* 0$/m);
}, 90_000);

test("does not store the code for a new password with the echo of its message", async () => {
  const { id, digits } = await reader();
  await phones.write(digits, "START");
  await expect.poll(() => last(digits), soon).toContain("C’est confirmé");
  const add = vi.spyOn(WebhookEvents.prototype, "add");
  const stored = () => add.mock.calls.map(([body]) => body).filter((body) => body.includes(digits));
  const code = "042137";
  await delivery.call("POST /internal/reset-codes", {
    as: "service:identity",
    body: { userId: id, code, hasVerifiedEmail: false },
  });
  expect(await last(digits)).toContain(code);
  await expect.poll(() => stored().join(), soon).toContain("message.any");
  expect(stored().join()).not.toContain(code);
});

test("sends nothing to a number that is not on WhatsApp", async () => {
  const id = asUserId(randomUUID());
  const digits = `336${randomInt(1, 9)}0000000`;
  await delivery.subscribe(id);
  await delivery.call("POST /user/whatsapp/connect", { as: id, body: { phone: `+${digits}` } });
  await phones.write(digits, "START");
  await expect
    .poll(() => delivery.collection("deliveries").findOne({ userId: id }), soon)
    .toMatchObject({ phase: "failed", reason: "unreachable" });
  expect(await out(digits)).toEqual([]);
});

test("a STOP from a hidden number that WAHA cannot look up stops its subscriber", async () => {
  const { id, digits } = await reader();
  await phones.write(digits, "START");
  await expect.poll(() => last(digits), soon).toContain("C’est confirmé");
  const lid = `1000${digits}@lid`;
  expect((await delivery.subscriberOf(id)).channel?.lid).toBe(lid);
  const body = JSON.stringify({
    event: "message",
    session: "default",
    payload: {
      id: `false_${lid}_3A01${digits}`,
      timestamp: Math.floor(Date.now() / 1_000),
      from: lid,
      fromMe: false,
      body: "STOP",
    },
  });
  const hmac = createHmac("sha512", keys.WAHA_HMAC_KEY).update(body).digest("hex");
  const answer = await fetch(`${delivery.url()}/webhooks/whatsapp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-webhook-hmac-algorithm": "sha512",
      "x-webhook-hmac": hmac,
    },
    body,
  });
  expect(answer.status).toBe(200);
  await expect.poll(() => last(digits), soon).toContain("vous ne recevrez plus rien");
  expect((await deliver(id)).status).toBe(409);
});
