import { randomInt, randomUUID } from "node:crypto";
import { startForTests } from "@matinale/kit/vitest";
import { describe, expect, test } from "vitest";
import { soon, startHarness } from "../testing/harness.ts";
import { textItem } from "../testing/provider.ts";

let delivery: Awaited<ReturnType<typeof startHarness>>;
startForTests(
  () => startHarness({ replicas: 2, env: { CONNECTS_PER_DAY: "4" } }),
  (started) => (delivery = started),
);

const deliver = (as: string) => delivery.call("POST /deliver-news", { as, body: {} });
const connect = (as: string, phone: string) =>
  delivery.call("POST /user/whatsapp/connect", { as, body: { phone } });
const messages = (digits: string) => delivery.provider.shown(digits);
const channelOf = async (id: string) =>
  (await delivery.collection("subscribers").findOne({ _id: id as never }))?.["channel"];
const countContaining = (digits: string, text: string) => () =>
  messages(digits).filter((each) => each.includes(text)).length;

test("asks for consent once after connecting, and confirms the START that gives it", async () => {
  const { id, digits, phone } = await delivery.reader();
  await expect
    .poll(() => messages(digits), soon)
    .toEqual(["opt_in", expect.stringContaining("C’est confirmé")]);
  expect((await connect(id, phone)).body).toMatchObject({ success: true, whatsappConnected: true });
  const stored = await delivery.collection("subscribers").findOne({ _id: id as never });
  expect(stored?.["channel"].consent).toMatchObject({ wording: "opt-in-2026-11", phone });
  expect((await delivery.call("GET /me", { as: id })).body).toEqual({
    whatsappConnected: true,
    phone,
  });
  expect(messages(digits)).toHaveLength(2);
});

test("validates a number, keeps it for one account, and limits attempts per day", async () => {
  const one = await delivery.reader();
  // Refused attempts count too.
  const refused = await connect("typist", "06123");
  expect(refused).toMatchObject({ status: 400, body: { message: "Numéro de téléphone invalide" } });
  expect(await connect("typist", one.phone)).toMatchObject({
    status: 409,
    body: { code: "PHONE_TAKEN" },
  });
  const alias = { as: "typist", body: { phone: "06 98 76 54 32" } };
  expect(await delivery.call("POST /connect-whatsapp", alias)).toMatchObject({
    body: { phone: "+33698765432" },
  });
  expect(await connect("typist", "+33698765433")).toMatchObject({ status: 200 });
  expect(await connect("typist", "+33698765434")).toMatchObject({ status: 429 });
  expect(await connect("typist", "+33698765433")).toMatchObject({ status: 200 });
  expect(
    await delivery.call("POST /user/whatsapp/connect", {
      as: "x",
      body: { phone: "+33698765435", a: 1 },
    }),
  ).toMatchObject({ status: 400 });
});

test("asks the reader to write START when the opt-in message was already sent that day", async () => {
  const phone = "+33698222244";
  await delivery.subscribe("ugo");
  const said = async (number: string) =>
    ((await connect("ugo", number)).body as { message: string }).message;
  expect(await said(phone)).toContain("vous venez de recevoir");
  await said("+33698222245");
  expect(await said(phone)).toMatch(/Envoyez-nous «\sSTART\s» sur WhatsApp/);
});

test("refuses a manual digest at once while the number is unconfirmed", async () => {
  const id = "unconfirmed";
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

test("treats the provider's other form of a number as the same number, of one account", async () => {
  // Brazilian mobile numbers have a ninth digit; WhatsApp still uses many without it.
  const [digits, waId] = ["5511987654321", "551187654321"];
  delivery.provider.waIds.set(digits, waId);
  await delivery.subscribe("ana");
  expect(await connect("ana", `+${digits}`)).toMatchObject({ status: 200 });
  await expect.poll(async () => (await channelOf("ana"))?.waId, soon).toBe(waId);

  await delivery.postWebhook(textItem(waId, "START", new Date(delivery.now().getTime() + 2_000)));
  await expect.poll(async () => (await channelOf("ana"))?.verifiedAt, soon).toBeInstanceOf(Date);
  const confirmed = await channelOf("ana");
  expect(await connect("ana", `+${waId}`)).toMatchObject({ body: { phone: `+${digits}` } });
  expect(await channelOf("ana")).toEqual(confirmed);

  await delivery.subscribe("bia");
  expect(await connect("bia", `+${waId}`)).toMatchObject({
    status: 409,
    body: { code: "PHONE_TAKEN" },
  });
  const shown = await delivery.call("GET /user/whatsapp/opt-in", { as: "bia" });
  const { code } = shown.body as { code: string };
  await delivery.postWebhook(textItem(waId, `START-${code}`, delivery.now()));
  await expect.poll(countContaining(digits, "autre compte"), soon).toBe(1);
  expect(await channelOf("bia")).toBeUndefined();
});

test.each([
  ["a number outside the ranges of every country", "+33000000000"],
  ["our own number", "+33700000000"],
])("refuses %s, on both routes", async (_what, phone) => {
  await delivery.subscribe("eve");
  for (const path of ["/user/whatsapp/connect", "/connect-whatsapp"] as const) {
    const body = { phone };
    expect(await delivery.call(`POST ${path}`, { as: "eve", body })).toMatchObject({
      status: 400,
      body: { message: "Numéro de téléphone invalide" },
    });
  }
  expect(await channelOf("eve")).toBeUndefined();
});

test("does not send the opt-in message again after a STOP, and explains how to return", async () => {
  const [id, phone] = ["dora", "+33698222222"];
  await delivery.subscribe(id);
  await connect(id, phone);
  await expect.poll(() => messages(phone.slice(1)), soon).toEqual(["opt_in"]);
  await delivery.sendText(phone.slice(1), "STOP");
  await expect.poll(() => messages(phone.slice(1)).length, soon).toBe(2);
  delivery.setClock(new Date(delivery.now().getTime() + 24 * 3_600_000).toISOString());
  expect(await connect(id, phone)).toMatchObject({
    status: 200,
    body: { message: expect.stringContaining("Répondez «\u00A0START\u00A0»") },
  });
  await delivery.sendText(phone.slice(1), "START");
  await expect.poll(async () => (await channelOf(id))?.verifiedAt, soon).toBeInstanceOf(Date);
  expect(messages(phone.slice(1)).filter((text) => text === "opt_in")).toHaveLength(1);
});

describe("while the opt-in is pending", () => {
  /** Connects a number whose phone has not confirmed it. */
  const pending = async () => {
    const id = randomUUID();
    const digits = `336${String(randomInt(1e8)).padStart(8, "0")}`;
    await delivery.subscribe(id);
    await connect(id, `+${digits}`);
    await expect.poll(() => messages(digits), soon).toEqual(["opt_in"]);
    return { id, digits };
  };
  const say = (digits: string, text: string, afterMs: number) =>
    delivery.postWebhook(textItem(digits, text, new Date(delivery.now().getTime() + afterMs)));

  test.each(["Oui !", "ok", "👍", "D’accord, merci"])("%s confirms it like START", async (text) => {
    const { id, digits } = await pending();
    await say(digits, text, 0);
    await expect.poll(() => messages(digits).at(-1), soon).toContain("C’est confirmé");
    expect(await channelOf(id)).toMatchObject({
      verifiedAt: expect.any(Date),
      consent: { wording: "opt-in-2026-11", phone: `+${digits}`, at: expect.any(Date) },
    });
    await say(digits, text, 12_000);
    await expect.poll(() => messages(digits).at(-1), soon).toBe("Très bien\u00A0! À bientôt.");
  });

  test("any other message is answered with how to confirm it", async () => {
    const { id, digits } = await pending();
    await say(digits, "C’est quoi ?", 0);
    await expect.poll(() => messages(digits).at(-1), soon).toContain("Pour recevoir Matinale ici");
    expect((await channelOf(id))?.verifiedAt).toBeUndefined();
  });

  test("yes does not undo an earlier STOP of the phone: only START does", async () => {
    const { digits } = await pending();
    await say(digits, "stop", 0);
    await expect.poll(() => messages(digits).length, soon).toBe(2);
    const other = randomUUID();
    await delivery.subscribe(other);
    await connect(other, `+${digits}`);
    await say(digits, "ok", 12_000);
    await expect.poll(() => messages(digits).at(-1), soon).toContain("Pour recevoir Matinale ici");
    expect((await channelOf(other))?.verifiedAt).toBeUndefined();
    await say(digits, "START", 24_000);
    await expect.poll(() => messages(digits).at(-1), soon).toContain("C’est confirmé");
  });

  test("STOP that comes before a yes in one webhook call stays in force", async () => {
    const { id, digits } = await pending();
    const at = (second: number) => new Date(delivery.now().getTime() + second * 1_000);
    await delivery.postWebhook(
      textItem(digits, "START", at(0)),
      textItem(digits, "STOP", at(1)),
      textItem(digits, "ok", at(2)),
    );
    await expect.poll(() => messages(digits).length, soon).toBe(4);
    const stored = await delivery.collection("subscribers").findOne({ _id: id as never });
    expect(stored?.["stopped"]).toMatchObject({ by: "phone" });
  });
});
