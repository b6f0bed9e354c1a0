import { randomInt } from "node:crypto";
import { startForTests } from "@matinale/kit/vitest";
import { expect, test } from "vitest";
import type { Choices } from "../testing/account-events.ts";
import { oneTextOneVoice } from "../testing/content-stub.ts";
import { soon, startHarness } from "../testing/harness.ts";
import { tapItem, textItem } from "../testing/provider.ts";

let delivery: Awaited<ReturnType<typeof startHarness>>;
startForTests(
  () =>
    startHarness({
      replicas: 2,
      env: { MANUAL_DELIVERIES_PER_HOUR: "3" },
    }),
  (started) => (delivery = started),
);

const texts = (digits: string) => delivery.provider.shown(digits);
const deliver = (as: string) => delivery.call("POST /deliver-news", { as, body: {} });
/** A reader whose opt-in message and its reply have been sent. */
async function greeted(choices: Choices = {}) {
  const reader = await delivery.reader(choices);
  await expect.poll(() => texts(reader.digits), soon).toHaveLength(2);
  return reader;
}
const connect = (as: string, phone: string) =>
  delivery.call("POST /user/whatsapp/connect", { as, body: { phone } });

test("sends a manual digest and returns its categories", async () => {
  const { id, digits } = await greeted({ categories: ["politics", "culture"] });
  expect(await deliver(id)).toMatchObject({
    status: 200,
    body: { success: true, categories: ["Politique", "Culture"], articlesCount: 2 },
  });
  expect(texts(digits).slice(-2)).toEqual(["Le digest", "audio"]);
  expect(await delivery.history(id)).toMatchObject([
    { manual: true, status: "sent", content: expect.stringMatching(/\n\nLe digest$/u) },
  ]);
});

test("refuses a manual digest without a number, while another is in progress, and after three in an hour", async () => {
  expect(await deliver("without-a-number")).toMatchObject({
    status: 409,
    body: { code: "WHATSAPP_NOT_CONNECTED" },
  });
  const { id } = await delivery.reader();
  delivery.setComposer(() => null);
  const first = deliver(id);
  const requested = () => delivery.requests.find(({ userId }) => userId === id);
  await expect.poll(requested, soon).toBeDefined();
  expect(await deliver(id)).toMatchObject({ status: 409, body: { code: "ALREADY_IN_PROGRESS" } });
  delivery.setComposer(oneTextOneVoice);
  await delivery.answer(requested()!, oneTextOneVoice);
  expect((await first).status).toBe(200);
  expect((await deliver(id)).status).toBe(200);
  expect((await deliver(id)).status).toBe(200);
  expect(await deliver(id)).toMatchObject({ status: 429, body: { code: "TOO_MANY_REQUESTS" } });
});

test("explains a skipped and a refused digest in the reader's language", async () => {
  const { id, digits } = await delivery.reader();
  delivery.setComposer(() => ({ texts: [], voiceNotes: [], missing: "nothing_new" }));
  expect(await deliver(id)).toMatchObject({
    status: 200,
    body: { success: false, articlesCount: 0 },
  });
  delivery.setComposer(() => ({ texts: ["Le digest"], voiceNotes: [] }));
  delivery.provider.setFault(({ to }) => (to === digits ? { status: 400, code: 131026 } : null));
  expect(await deliver(id)).toMatchObject({
    status: 502,
    body: { message: "WhatsApp ne peut pas joindre ce numéro." },
  });
  delivery.provider.setFault(null);
  delivery.setComposer(() => ({ texts: ["Le digest"], voiceNotes: ["a".repeat(64)] }));
  const history = await delivery.history(id);
  expect(history.map(({ status }) => status)).toEqual(["failed", "skipped"]);
  const inEnglish = { as: id, headers: { "accept-language": "en-GB,en;q=0.9" } };
  const { body } = await delivery.call("GET /message-history", inEnglish);
  expect(body).toMatchObject({
    history: [
      { errorMessage: "WhatsApp cannot reach this number.", category: "Politics" },
      { errorMessage: "Nothing new since your last edition." },
    ],
    message: "History is up to date.",
  });
});

test("pages through the history, newest first, without a repeated entry", async () => {
  const { id } = await delivery.reader();
  for (const _ of [1, 2, 3]) expect((await deliver(id)).status).toBe(200);
  const ids: string[] = [];
  let query = "limit=2";
  for (;;) {
    const { body } = await delivery.call(`GET /message-history?${query}`, { as: id });
    const page = body as { history: { id: string }[]; nextCursor: string | null };
    ids.push(...page.history.map((entry) => entry.id));
    if (page.nextCursor === null) break;
    query = `limit=2&cursor=${page.nextCursor}`;
  }
  expect(ids).toEqual((await delivery.history(id)).map((entry) => entry.id));
  expect(new Set(ids).size).toBe(3);
  const invalid = await delivery.call("GET /message-history?cursor=x", { as: id });
  expect(invalid.status).toBe(400);
});

test("retries only the message that a busy provider has refused", async () => {
  const { id, digits } = await delivery.reader();
  let refusals = 2;
  delivery.provider.setFault(({ to, type }) =>
    to === digits && type === "audio" && (refusals -= 1) >= 0
      ? { status: 500, code: 131000 }
      : null,
  );
  expect(await deliver(id)).toMatchObject({ status: 200 });
  delivery.provider.setFault(null);
  expect(texts(digits).filter((text) => text === "Le digest")).toHaveLength(1);
});

test("sends a template while the window is closed, and the digest within two seconds of the tap, the voice note first", async () => {
  const { id, digits } = await greeted({ categories: ["politics", "culture"] });
  await delivery.closeWindow(id);
  expect(await deliver(id)).toMatchObject({ status: 200, body: { success: true } });
  const template = delivery.provider.accepted(digits).at(-1);
  expect(template).toMatchObject({
    type: "template",
    text: "digest_ready",
    parameters: ["À propos de politics", "et 1 autre titre", "1 min"],
  });
  await delivery.postWebhook(tapItem(digits, template?.button ?? "", delivery.now()));
  const tapped = Date.now();
  await expect.poll(() => texts(digits).slice(-2), soon).toEqual(["audio", "Le digest"]);
  const last = delivery.provider.accepted(digits).at(-1);
  expect((last?.at ?? 0) - tapped).toBeLessThan(2_000);
});

test("sends a template instead when the provider reports a closed window", async () => {
  const { id, digits } = await greeted();
  delivery.provider.setFault(({ to, type }) =>
    to === digits && type !== "template" ? { status: 400, code: 131047 } : null,
  );
  expect(await deliver(id)).toMatchObject({ status: 200 });
  delivery.provider.setFault(null);
  expect(delivery.provider.accepted(digits).at(-1)).toMatchObject({ text: "digest_ready" });
});

test("STOP stops everything until START, with one reply each, even when they are repeated", async () => {
  const { id, digits } = await greeted();
  const stop = textItem(digits, "Arrêt", new Date(delivery.now().getTime() + 1_000));
  await delivery.postWebhook(stop, stop);
  const automation = () =>
    delivery.call("GET /automation/status", { as: id }).then(({ body }) => body);
  await expect.poll(automation, soon).toMatchObject({ isRunning: false });
  expect(await deliver(id)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("STOP") },
  });
  const start = textItem(digits, "start-ABC234", new Date(delivery.now().getTime() + 2_000));
  await delivery.postWebhook(start);
  await expect.poll(automation, soon).toMatchObject({ isRunning: true });
  await delivery.postWebhook(stop);
  await expect.poll(() => texts(digits), soon).toHaveLength(4);
  expect(await automation()).toMatchObject({ isRunning: true });
});

test("the site stops and starts scheduled digests", async () => {
  const start = (as: string) => delivery.call("POST /automation/start", { as, body: {} });
  expect(await start("without-a-number")).toMatchObject({
    status: 409,
    body: { code: "WHATSAPP_NOT_CONNECTED" },
  });
  const { id } = await delivery.reader();
  const dueAt = async () =>
    (await delivery.collection("subscribers").findOne({ _id: id as never }))?.["nextDueAt"];
  const before = await dueAt();
  for (const _ of [1, 2]) {
    const { body } = await delivery.call("POST /automation/stop", { as: id });
    expect(body).toMatchObject({ success: true, isRunning: false });
    expect(await dueAt()).toBeUndefined();
  }
  expect((await start(id)).body).toMatchObject({ success: true, isRunning: true });
  expect(await dueAt()).toEqual(before);
});

test("the site does not start again what the phone has stopped", async () => {
  const { id, digits } = await delivery.reader();
  await delivery.postWebhook(textItem(digits, "STOP", new Date(delivery.now().getTime() + 1_000)));
  const status = async () => (await delivery.call("GET /automation/status", { as: id })).body;
  const stopped = { isRunning: false, message: expect.stringContaining("START") };
  await expect.poll(status, soon).toMatchObject(stopped);
  expect(await delivery.call("POST /automation/start", { as: id, body: {} })).toMatchObject({
    status: 409,
    body: { code: "WHATSAPP_NOT_CONNECTED", message: expect.stringContaining("START") },
  });
  expect(await status()).toMatchObject(stopped);
  expect(await delivery.subscriberOf(id)).not.toHaveProperty("nextDueAt");
});

test("keeps neither number nor history of an erased person", async () => {
  const { id, phone } = await delivery.reader();
  expect((await deliver(id)).status).toBe(200);
  await delivery.erase(id);
  await expect.poll(() => delivery.history(id), soon).toEqual([]);
  expect((await delivery.call("GET /me", { as: id })).body).toEqual({
    whatsappConnected: false,
    phone: null,
  });
  expect((await connect("other-account", phone)).status).toBe(200);
});

test("says that the account is gone when it is deleted while its digest is composed", async () => {
  const { id } = await delivery.reader();
  delivery.setComposer(() => null);
  const answer = deliver(id);
  await expect.poll(() => delivery.history(id), soon).toHaveLength(1);
  await delivery.erase(id);
  expect(await answer).toMatchObject({ status: 401, body: { code: "UNAUTHENTICATED" } });
});

test.each([
  ["fr", "Envoyez-nous «\u00A0START\u00A0» sur WhatsApp, puis réessayez."],
  ["en", "Send us START on WhatsApp, then try again."],
])(
  "asks for START when another number is connected while the digest is composed (%s)",
  async (language, message) => {
    const { id, digits } = await greeted();
    delivery.setComposer(() => null);
    const headers = { "accept-language": language };
    const answer = delivery.call("POST /deliver-news", { as: id, body: {}, headers });
    const requested = () => delivery.requests.find(({ userId }) => userId === id);
    await expect.poll(requested, soon).toBeDefined();
    const other = `+336${String(randomInt(1e8)).padStart(8, "0")}`;
    expect((await connect(id, other)).status).toBe(200);
    delivery.setComposer(oneTextOneVoice);
    await delivery.answer(requested()!, oneTextOneVoice);
    expect(await answer).toMatchObject({
      status: 409,
      body: { code: "WHATSAPP_NOT_CONNECTED", message },
    });
    expect(texts(digits)).not.toContain("Le digest");
    await delivery.sendText(other.slice(1), "START");
    await expect.poll(() => texts(other.slice(1)), soon).toHaveLength(2);
    expect((await deliver(id)).status).toBe(200);
    expect(texts(other.slice(1)).slice(-2)).toEqual(["Le digest", "audio"]);
  },
);

test("answers 409 when a digest is skipped for want of a number that is confirmed just afterwards", async () => {
  const { id } = await greeted();
  delivery.setComposer(() => null);
  const answer = deliver(id);
  await expect.poll(() => delivery.deliveryOf(id), soon).not.toBeNull();
  const skipped = { phase: "skipped", reason: "not_connected" };
  const change = { $set: skipped, $unset: { workAt: 1, inFlight: 1 } };
  await delivery.collection("deliveries").updateOne({ userId: id, kind: "digest" }, change);
  delivery.setComposer(oneTextOneVoice);
  expect(await answer).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
});

test("uploads equal voice notes once", async () => {
  const metrics = await delivery.metrics();
  expect(metrics).toContain('delivery_media_uploads_total{outcome="uploaded"} 1');
  expect(delivery.provider.uploads).toHaveLength(1);
  expect(metrics).not.toMatch(/="[^"]*336\d{8}/);
});

test("sends the text after a tap before the upload, and the voice note once it is uploaded", async () => {
  const { id, digits } = await greeted();
  await delivery.closeWindow(id);
  const ready = Promise.withResolvers<void>();
  delivery.provider.holdUploads(ready.promise);
  delivery.setComposer(() => ({ texts: ["Le digest"], voiceNotes: ["not ready".padEnd(64, "e")] }));
  expect(await deliver(id)).toMatchObject({ status: 200, body: { success: true } });
  const template = delivery.provider.accepted(digits).at(-1);
  await delivery.postWebhook(tapItem(digits, template?.button ?? "", delivery.now()));
  await expect.poll(() => texts(digits).at(-1), soon).toBe("Le digest");
  const released = Date.now();
  ready.resolve();
  await expect.poll(() => texts(digits).at(-1), soon).toBe("audio");
  expect((delivery.provider.accepted(digits).at(-1)?.at ?? 0) - released).toBeLessThan(2_000);
});
