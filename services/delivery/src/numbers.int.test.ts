import { afterAll, beforeAll, expect, test } from "vitest";
import { soon, startHarness } from "./testing/harness.ts";
import { textItem } from "./testing/provider.ts";

let delivery: Awaited<ReturnType<typeof startHarness>>;
beforeAll(async () => {
  delivery = await startHarness({ replicas: 2 });
}, 60_000);
afterAll(() => delivery.stop());

const connect = (as: string, phone: string) =>
  delivery.call("POST /user/whatsapp/connect", { as, body: { phone } });
const said = (digits: string) =>
  delivery.provider.accepted(digits).map(({ text, type }) => text || type);
const channelOf = async (id: string) =>
  (await delivery.collection("subscribers").findOne({ _id: id as never }))?.["channel"];
const answersTo = (digits: string, text: string) => () =>
  said(digits).filter((each) => each.includes(text)).length;

test("a number under another name of the provider is still one number, of one account", async () => {
  // Brazilian mobile numbers have had a ninth digit since, WhatsApp calls many without it.
  const [digits, name] = ["5511987654321", "551187654321"];
  delivery.provider.names.set(digits, name);
  await delivery.subscribe("ana");
  expect(await connect("ana", `+${digits}`)).toMatchObject({ status: 200 });
  await expect.poll(async () => (await channelOf("ana"))?.waId, soon).toBe(name);

  await delivery.tell(textItem(name, "START", new Date(delivery.now().getTime() + 2_000)));
  await expect.poll(async () => (await channelOf("ana"))?.verifiedAt, soon).toBeInstanceOf(Date);

  await delivery.subscribe("bia");
  expect(await connect("bia", `+${name}`)).toMatchObject({
    status: 409,
    body: { code: "PHONE_TAKEN" },
  });
  const shown = await delivery.call("GET /user/whatsapp/opt-in", { as: "bia" });
  const { code } = shown.body as { code: string };
  await delivery.tell(textItem(name, `START-${code}`, delivery.now()));
  await expect.poll(answersTo(digits, "autre compte"), soon).toBe(1);
  expect(await channelOf("bia")).toBeUndefined();
});

test("a number of no country's ranges is refused on both addresses", async () => {
  await delivery.subscribe("eve");
  for (const path of ["/user/whatsapp/connect", "/connect-whatsapp"] as const) {
    const body = { phone: "+33000000000" };
    expect(await delivery.call(`POST ${path}`, { as: "eve", body })).toMatchObject({
      status: 400,
      body: { message: "Numéro de téléphone invalide" },
    });
  }
  expect(await channelOf("eve")).toBeUndefined();
});

test("who has said STOP to the question is not asked again, and is told how to come back", async () => {
  const [id, phone] = ["dora", "+33698222222"];
  await delivery.subscribe(id);
  await connect(id, phone);
  await delivery.say(phone.slice(1), "STOP");
  await expect.poll(() => said(phone.slice(1)).length, soon).toBe(2);
  delivery.setClock(new Date(delivery.now().getTime() + 24 * 3_600_000).toISOString());
  expect(await connect(id, phone)).toMatchObject({
    status: 200,
    body: { message: expect.stringContaining("Répondez START") },
  });
  await delivery.say(phone.slice(1), "START");
  await expect.poll(async () => (await channelOf(id))?.verifiedAt, soon).toBeInstanceOf(Date);
  expect(said(phone.slice(1)).filter((text) => text === "opt_in")).toHaveLength(1);
});
