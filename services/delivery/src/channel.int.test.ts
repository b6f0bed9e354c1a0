import { afterAll, beforeAll, expect, test } from "vitest";
import { soon, startHarness } from "./testing/harness.ts";
import { statusItem, tapItem, textItem } from "./testing/provider.ts";

let delivery: Awaited<ReturnType<typeof startHarness>>;
beforeAll(async () => {
  delivery = await startHarness({
    replicas: 2,
    env: { CONNECTS_PER_DAY: "4", MANUAL_DELIVERIES_PER_HOUR: "3" },
  });
}, 60_000);
afterAll(() => delivery.stop());

const texts = (digits: string) =>
  delivery.provider.accepted(digits).map(({ text, type }) => text || type);
const deliver = (as: string) => delivery.call("POST /deliver-news", { as, body: {} });
const connect = (as: string, phone: string) =>
  delivery.call("POST /user/whatsapp/connect", { as, body: { phone } });

test("connecting asks for consent once, START gives it and is answered", async () => {
  const { id, digits, phone } = await delivery.reader();
  await expect
    .poll(() => texts(digits), soon)
    .toEqual(["opt_in", expect.stringContaining("C’est confirmé")]);
  expect((await connect(id, phone)).body).toMatchObject({ success: true, whatsappConnected: true });
  const stored = await delivery.collection("subscribers").findOne({ _id: id as never });
  expect(stored?.["channel"].consent).toMatchObject({ wording: "opt-in-2026-11", phone });
  expect((await delivery.call("GET /me", { as: id })).body).toEqual({
    whatsappConnected: true,
    phone,
  });
  expect(texts(digits)).toHaveLength(2);
});

test("a number is checked, belongs to one account, and is not changed all day long", async () => {
  const one = await delivery.reader();
  // refused attempts count as well
  const refused = await connect("somebody", "06123");
  expect(refused).toMatchObject({ status: 400, body: { message: "Numéro de téléphone invalide" } });
  expect(await connect("somebody", one.phone)).toMatchObject({
    status: 409,
    body: { code: "PHONE_TAKEN" },
  });
  const alias = { as: "somebody", body: { phone: "06 98 76 54 32" } };
  expect(await delivery.call("POST /connect-whatsapp", alias)).toMatchObject({
    body: { phone: "+33698765432" },
  });
  expect(await connect("somebody", "+33698765433")).toMatchObject({ status: 200 });
  expect(await connect("somebody", "+33698765434")).toMatchObject({ status: 429 });
  expect(await connect("somebody", "+33698765433")).toMatchObject({ status: 200 });
  expect(
    await delivery.call("POST /user/whatsapp/connect", {
      as: "x",
      body: { phone: "+33698765435", a: 1 },
    }),
  ).toMatchObject({ status: 400 });
});

test("answers a manual digest with what was sent", async () => {
  const { id, digits } = await delivery.reader({ categories: ["politics", "culture"] });
  expect(await deliver(id)).toMatchObject({
    status: 200,
    body: { success: true, categories: ["Politique", "Culture"], articlesCount: 2 },
  });
  expect(texts(digits).slice(-2)).toEqual(["Le digest", "audio"]);
  expect(await delivery.history(id)).toMatchObject([
    { manual: true, status: "sent", content: "Le digest" },
  ]);
});

test("people can take away their number, their consent and every delivery", async () => {
  const { id, phone } = await delivery.reader();
  await deliver(id);
  const { status, body } = await delivery.call("GET /export", { as: id });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    phone,
    consent: { wording: "opt-in-2026-11", phone },
    deliveries: [{ manual: true, content: "Le digest" }],
  });
  expect(await delivery.call("GET /export", { as: "stranger" })).toMatchObject({
    body: { phone: null, deliveries: [] },
  });
});

test("without a number, without START, or with too many, a digest by hand is refused", async () => {
  expect(await deliver("nobody")).toMatchObject({
    status: 409,
    body: { code: "WHATSAPP_NOT_CONNECTED" },
  });
  const { id } = await delivery.reader();
  const both = await Promise.all([deliver(id), deliver(id)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect((await deliver(id)).status).toBe(200);
  expect((await deliver(id)).status).toBe(200);
  expect(await deliver(id)).toMatchObject({ status: 429, body: { code: "TOO_MANY_REQUESTS" } });
});

test("explains a skipped and a refused digest in the reader's language", async () => {
  const { id, digits } = await delivery.reader();
  delivery.setComposer(() => ({ texts: [], sounds: [], missing: "nothing_new" }));
  expect(await deliver(id)).toMatchObject({
    status: 200,
    body: { success: false, articlesCount: 0 },
  });
  delivery.setComposer(() => ({ texts: ["Le digest"], sounds: [] }));
  delivery.provider.setFault(({ to }) => (to === digits ? { status: 400, code: 131026 } : null));
  expect(await deliver(id)).toMatchObject({
    status: 502,
    body: { message: "WhatsApp ne peut pas joindre ce numéro." },
  });
  delivery.provider.setFault(null);
  delivery.setComposer(() => ({ texts: ["Le digest"], sounds: ["a".repeat(64)] }));
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

test("retries a busy provider, and only what it refused", async () => {
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

test("sends a template while the window is closed, and the digest within two seconds of the tap", async () => {
  const { id, digits } = await delivery.reader();
  await delivery.closeWindow(id);
  expect(await deliver(id)).toMatchObject({ status: 200, body: { success: true } });
  const template = delivery.provider.accepted(digits).at(-1);
  expect(template).toMatchObject({ type: "template", text: "digest_ready" });
  await delivery.tell(tapItem(digits, template?.button ?? "", delivery.now()));
  const tapped = Date.now();
  await expect.poll(() => texts(digits).slice(-2), soon).toEqual(["Le digest", "audio"]);
  const voice = delivery.provider.accepted(digits).at(-1);
  expect((voice?.at ?? 0) - tapped).toBeLessThan(2_000);
});

test("changes to a template when the window turns out to be closed, and repeats nothing", async () => {
  const { id, digits } = await delivery.reader();
  delivery.provider.setFault(({ to, type }) =>
    to === digits && type !== "template" ? { status: 400, code: 131047 } : null,
  );
  expect(await deliver(id)).toMatchObject({ status: 200 });
  delivery.provider.setFault(null);
  expect(delivery.provider.accepted(digits).at(-1)).toMatchObject({ text: "digest_ready" });
});

test("STOP stops everything until START, with one reply each, however often they are repeated", async () => {
  const { id, digits } = await delivery.reader();
  const stop = textItem(digits, "Arrêt", new Date(delivery.now().getTime() + 1_000));
  await delivery.tell(stop, stop);
  const automation = () =>
    delivery.call("GET /automation/status", { as: id }).then(({ body }) => body);
  await expect.poll(automation, soon).toMatchObject({ isRunning: false });
  expect(await deliver(id)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("STOP") },
  });
  const start = textItem(digits, "start-ABC234", new Date(delivery.now().getTime() + 2_000));
  await delivery.tell(start);
  await expect.poll(automation, soon).toMatchObject({ isRunning: true });
  await delivery.tell(stop);
  await expect.poll(() => texts(digits), soon).toHaveLength(4);
  expect(await automation()).toMatchObject({ isRunning: true });
});

test("a number that its owner has not confirmed is refused at once", async () => {
  const id = "waits-for-its-owner";
  expect(await connect(id, "+33600998877")).toMatchObject({ status: 200 });
  const connectedAt = new Date(delivery.now().getTime() - 9_000);
  await delivery
    .collection("subscribers")
    .updateOne({ _id: id as never }, { $set: { "channel.connectedAt": connectedAt } });
  const started = performance.now();
  expect(await deliver(id)).toMatchObject({
    status: 409,
    body: { code: "WHATSAPP_NOT_CONNECTED" },
  });
  expect(performance.now() - started).toBeLessThan(4_000);
});

test("automation stops and starts from the site", async () => {
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

test("applies statuses in any order, before their message, twice, and without our reference", async () => {
  const { id, digits } = await delivery.reader();
  delivery.setComposer(() => ({ texts: ["Le digest"], sounds: [] }));
  delivery.provider.setOnCall((call) => {
    if (call.to !== digits || call.text !== "Le digest") return;
    const nameless = { ...call, reference: "" };
    void delivery.tell(
      statusItem(nameless, "read", delivery.now()),
      statusItem(nameless, "delivered", delivery.now()),
    );
  });
  expect((await deliver(id)).status).toBe(200);
  delivery.provider.setOnCall(null);
  delivery.setComposer(() => ({ texts: ["Le digest"], sounds: ["a".repeat(64)] }));
  await expect.poll(() => delivery.history(id), soon).toMatchObject([{ status: "read" }]);
  const call = delivery.provider.accepted(digits).at(-1);
  if (call === undefined) throw new Error("nothing was sent");
  await delivery.tell(
    statusItem(call, "sent"),
    statusItem(call, "delivered"),
    statusItem(call, "failed", new Date(), 131026),
  );
  await expect.poll(() => delivery.collection("webhooks").countDocuments(), soon).toBe(0);
  expect(await delivery.history(id)).toMatchObject([{ status: "read", errorMessage: null }]);
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
  expect((await connect("somebody-else", phone)).status).toBe(200);
});

test("rejects webhooks that the provider did not sign", async () => {
  const forged = { raw: "{}", headers: { "x-hub-signature-256": "sha256=00" } };
  expect(await delivery.call("POST /webhooks/whatsapp", forged)).toMatchObject({
    status: 403,
    body: { code: "INVALID_SIGNATURE" },
  });
  expect((await delivery.call("POST /webhooks/whatsapp", { raw: "{}" })).status).toBe(403);
  const hello = (token: string) =>
    delivery.call(
      `GET /webhooks/whatsapp?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=123`,
    );
  expect(await hello("verify-me")).toMatchObject({ status: 200, body: "123" });
  expect((await hello("wrong")).status).toBe(403);
  expect(await delivery.tell({ surprise: [1] }, { statuses: [{ id: 7 }], messages: "no" })).toBe(
    200,
  );
});

test("uploads equal voice notes once", async () => {
  const metrics = await delivery.metrics();
  expect(metrics).toContain('delivery_media_uploads_total{outcome="uploaded"} 1');
  expect(delivery.provider.uploads).toHaveLength(1);
  expect(metrics).not.toMatch(/="[^"]*336\d{8}/);
});

test("sends the text after an early tap, and the voice note once it is uploaded", async () => {
  const { id, digits } = await delivery.reader();
  await delivery.closeWindow(id);
  const ready = Promise.withResolvers<void>();
  delivery.provider.holdUploads(ready.promise);
  delivery.setComposer(() => ({ texts: ["Le digest"], sounds: ["not ready".padEnd(64, "e")] }));
  expect(await deliver(id)).toMatchObject({ status: 200, body: { success: true } });
  const template = delivery.provider.accepted(digits).at(-1);
  await delivery.tell(tapItem(digits, template?.button ?? "", delivery.now()));
  await expect.poll(() => texts(digits).at(-1), soon).toBe("Le digest");
  const released = Date.now();
  ready.resolve();
  await expect.poll(() => texts(digits).at(-1), soon).toBe("audio");
  expect((delivery.provider.accepted(digits).at(-1)?.at ?? 0) - released).toBeLessThan(2_000);
});
