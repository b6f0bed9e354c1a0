import { randomInt, randomUUID } from "node:crypto";
import { asUserId } from "@matinale/contracts";
import { startForTests } from "@matinale/kit/vitest";
import { describe, expect, test } from "vitest";
import { soon, startHarness } from "../testing/harness.ts";
import { statusItem, textItem } from "../testing/provider.ts";

let delivery: Awaited<ReturnType<typeof startHarness>>;
startForTests(
  () =>
    startHarness({
      replicas: 2,
      at: "2037-11-23T10:00:00Z",
      env: { CONNECTS_PER_DAY: "3" },
    }),
  (started) => (delivery = started),
);

let seconds = 0;
/** Each message is a second later than the one before, because the provider reports whole seconds. */
const write = (digits: string, text: string) => {
  seconds += 1;
  return delivery.postWebhook(
    textItem(digits, text, new Date(delivery.now().getTime() + seconds * 1_000)),
  );
};
const messages = (digits: string) => delivery.provider.shown(digits);
const account = async () => {
  const id = asUserId(randomUUID());
  await delivery.subscribe(id);
  return id;
};
const newPhone = () => `+336${String(randomInt(1e8)).padStart(8, "0")}`;
const connect = (as: string, phone: string, path: `/${string}` = "/user/whatsapp/connect") =>
  delivery.call(`POST ${path}`, { as, body: { phone } });
const me = async (as: string) => (await delivery.call("GET /me", { as })).body;
const automation = async (as: string) =>
  (await delivery.call("GET /automation/status", { as })).body;
const codeOf = async (as: string) =>
  ((await delivery.call("GET /user/whatsapp/opt-in", { as })).body as { code: string }).code;
const channelOf = async (id: string) =>
  (await delivery.collection("subscribers").findOne({ _id: id as never }))?.["channel"];
const notConnected = { whatsappConnected: false, phone: null };

/** An account with an unconfirmed number. */
async function withPending(phone = newPhone()) {
  const id = await account();
  expect(await connect(id, phone)).toMatchObject({ status: 200 });
  const digits = phone.slice(1);
  await expect.poll(() => messages(digits), soon).toEqual(["opt_in"]);
  return { id, phone, digits };
}

test("START with a code connects the phone although its number is pending in another account", async () => {
  const { id: other, phone, digits } = await withPending();
  const owner = await account();
  expect(await connect(owner, phone)).toMatchObject({ status: 409, body: { code: "PHONE_TAKEN" } });
  await write(digits, `START-${await codeOf(owner)}`);
  await expect.poll(() => me(owner), soon).toEqual({ whatsappConnected: true, phone });
  await expect.poll(() => messages(digits).at(-1), soon).toContain("C’est confirmé");
  expect(await me(other)).toEqual(notConnected);
  expect(await automation(other)).toMatchObject({ isRunning: false });
  expect(await connect(other, phone)).toMatchObject({ status: 409 });
  // A verified number stays with its account when the phone sends the code of another account.
  await write(digits, `START-${await codeOf(other)}`);
  await expect.poll(() => messages(digits).at(-1), soon).toContain("déjà relié à un autre compte");
  expect(await me(owner)).toMatchObject({ phone });
});

test("accounts that type one number in turn send its phone one message a day", async () => {
  const { id, phone, digits } = await withPending("+5511987654399");
  for (const typed of ["+551187654399", phone]) {
    await connect(id, newPhone());
    const other = await account();
    expect(await connect(other, typed)).toMatchObject({
      status: 200,
      body: { message: expect.stringContaining("Envoyez-nous «\u00A0START\u00A0»") },
    });
    await connect(other, newPhone());
  }
  // a message queued before this one would have been sent by now
  await write(digits, "bonjour");
  await expect.poll(() => messages(digits).length, soon).toBe(2);
  expect(messages(digits)[0]).toBe("opt_in");
});

test("accounts that are deleted after they typed a number send its phone three messages a day at most", async () => {
  const { phone, digits, ...first } = await withPending();
  let { id } = first;
  const typed = async () => {
    await delivery.erase(id);
    await delivery.caughtUp();
    id = await account();
    return ((await connect(id, phone)).body as { message: string }).message;
  };
  for (const count of [2, 3]) {
    expect(await typed()).toContain("vous venez de recevoir");
    await expect.poll(() => messages(digits), soon).toHaveLength(count);
  }
  expect(await typed()).toContain("Envoyez-nous «\u00A0START\u00A0»");
  // a message queued before this one would have been sent by now
  await write(digits, "bonjour");
  await expect.poll(() => messages(digits).length, soon).toBe(4);
  expect(messages(digits).at(-1)).toContain("Pour recevoir Matinale ici");
});

test("an expired code does not confirm a pending number", async () => {
  const { id, digits } = await withPending();
  await write(digits, "START-ZZZZ9999");
  await expect.poll(() => messages(digits).at(-1), soon).toContain("Ce code n’est plus valable");
  expect((await channelOf(id))?.verifiedAt).toBeUndefined();
});

test("a phone that asks for a pause is asked to confirm its number first", async () => {
  const { id, digits } = await withPending();
  await write(digits, "PAUSE 7");
  await expect.poll(() => messages(digits).at(-1), soon).toContain("répondez «\u00A0START\u00A0»");
  expect(await automation(id)).toMatchObject({ waitsFor: "start", pausedUntil: null });
});

test("STOP removes a pending number, and no other account that types it sends a message to that phone", async () => {
  const { id, phone, digits } = await withPending();
  await write(digits, "STOP");
  await expect.poll(() => me(id), soon).toEqual(notConnected);
  await expect
    .poll(() => messages(digits).at(-1), soon)
    .toContain("ce numéro ne recevra rien de Matinale");
  const other = await account();
  expect(await connect(other, phone)).toMatchObject({
    status: 200,
    body: { message: expect.stringContaining("Répondez «\u00A0START\u00A0»") },
  });
  // START undoes the STOP. A message queued before it would have been sent by now.
  await write(digits, "START");
  await expect.poll(() => messages(digits).at(-1), soon).toContain("C’est confirmé");
  expect(messages(digits)).toHaveLength(3);
  expect(await me(other)).toMatchObject({ phone });
});

test("STOP under another spelling of a pending number removes it too", async () => {
  for (const [typed, called] of [
    ["+5511987654322", "551187654322"],
    ["+525512345678", "5215512345678"],
    ["+5491123456789", "541123456789"],
  ] as const) {
    const { id } = await withPending(typed);
    await write(called, "STOP");
    await expect.poll(() => me(id), soon).toEqual(notConnected);
  }
});

test("counts attempts by account and day, including refused ones, on both routes and all replicas", async () => {
  const owner = await delivery.reader();
  const id = await account();
  const former = "/connect-whatsapp";
  expect((await connect(id, "06123")).status).toBe(400);
  expect((await connect(id, owner.phone, former)).status).toBe(409);
  const own = newPhone();
  expect((await connect(id, own)).status).toBe(200);
  expect((await connect(id, own, former)).status).toBe(200);
  for (const path of [former, "/user/whatsapp/connect"] as const) {
    expect(await connect(id, owner.phone, path)).toMatchObject({ status: 429 });
    expect(await connect(id, newPhone(), path)).toMatchObject({ status: 429 });
  }
  const other = await account();
  const bursts = Array.from({ length: 8 }, () => connect(other, owner.phone));
  const statuses = (await Promise.all(bursts)).map(({ status }) => status).toSorted();
  expect(statuses).toEqual([409, 409, 409, 429, 429, 429, 429, 429]);
});

test("a pending number is removed after a day, a confirmed one stays", async () => {
  const confirmed = await delivery.reader();
  const { id, phone } = await withPending();
  delivery.setClock(new Date(delivery.now().getTime() + 23.9 * 3_600_000).toISOString());
  const other = await account();
  expect(await connect(other, phone)).toMatchObject({ status: 409 });
  expect(await me(id)).toMatchObject({ phone });
  delivery.setClock(new Date(delivery.now().getTime() + 0.2 * 3_600_000).toISOString());
  await expect.poll(() => me(id), { ...soon, timeout: 30_000 }).toEqual(notConnected);
  expect(await me(confirmed.id)).toMatchObject({ phone: confirmed.phone });
  expect(await connect(other, phone)).toMatchObject({ status: 200 });
}, 60_000);

describe("disconnects a mistyped number after its first message, and the site says why", () => {
  const disconnected = { reason: "unreachable", message: expect.stringContaining("Vérifiez-le") };

  test("when WhatsApp refuses the message", async () => {
    const [id, phone] = [await account(), newPhone()];
    delivery.provider.setFault(({ to }) =>
      to === phone.slice(1) ? { status: 400, code: 131026 } : null,
    );
    expect(await connect(id, phone)).toMatchObject({ status: 200 });
    await expect.poll(() => me(id), soon).toEqual(notConnected);
    delivery.provider.setFault(null);
    expect(await automation(id)).toMatchObject({ waitsFor: null, disconnected });
  });

  test("when a later status says so; a repeated one does not remove the number again", async () => {
    const { id, phone, digits } = await withPending();
    const [optIn] = delivery.provider.accepted(digits);
    if (optIn === undefined) throw new Error("no message was sent");
    const failed = statusItem(optIn, "failed", delivery.now(), 131026);
    await delivery.postWebhook(failed);
    await expect.poll(() => me(id), soon).toEqual(notConnected);
    expect(await automation(id)).toMatchObject({ waitsFor: null, disconnected });

    delivery.setClock(new Date(delivery.now().getTime() + 60_000).toISOString());
    expect(await connect(id, phone)).toMatchObject({ status: 200 });
    await delivery.postWebhook(failed);
    await write(digits, "START");
    await expect.poll(() => automation(id), soon).toMatchObject({ waitsFor: null });
    expect(await me(id)).toEqual({ whatsappConnected: true, phone });
  });
});

test("of two phones that send one code at the same time, one is connected", async () => {
  const owner = await account();
  const code = `START-${await codeOf(owner)}`;
  const phones = [newPhone(), newPhone()];
  await delivery.postWebhook(
    ...phones.map((phone) => textItem(phone.slice(1), code, delivery.now())),
  );
  const answers = () => phones.map((phone) => messages(phone.slice(1)).join());
  const confirmed = expect.stringContaining("C’est confirmé");
  const over = expect.stringContaining("plus valable");
  await expect.poll(() => answers().toSorted(), soon).toEqual([over, confirmed]);
  const phone = phones.find((_, index) => answers()[index]?.includes("confirmé"));
  expect(await me(owner)).toEqual({ whatsappConnected: true, phone });
});
