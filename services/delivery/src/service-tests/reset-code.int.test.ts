import { randomInt, randomUUID } from "node:crypto";
import { consumer, type Received } from "@matinale/bus";
import type { UserId } from "@matinale/contracts";
import { startForTests } from "@matinale/kit/vitest";
import { expect, onTestFinished, test } from "vitest";
import { soon, startHarness } from "../testing/harness.ts";
import { addressChangeItem, statusItem, textItem } from "../testing/provider.ts";

let delivery: Awaited<ReturnType<typeof startHarness>>;
startForTests(startHarness, (started) => (delivery = started));

const code = "042137";
const send = (
  userId: string,
  {
    as = "service:identity",
    ...more
  }: { as?: string; code?: string; hasVerifiedEmail?: boolean } = {},
) =>
  delivery.call("POST /internal/reset-codes", {
    as,
    body: { userId, code, hasVerifiedEmail: false, ...more },
  });
const codesTo = (digits: string) =>
  delivery.provider
    .accepted(digits)
    .filter(({ text, parameters }) => `${text} ${parameters.join(" ")}`.includes(code));

test("sends the code as text while the conversation is open", async () => {
  const { id, digits } = await delivery.reader();
  expect(await send(id)).toMatchObject({ status: 200, body: { sent: true } });
  expect(codesTo(digits)).toMatchObject([{ type: "text", text: expect.stringContaining(code) }]);
});

test("sends the code by the authentication template when the conversation is closed", async () => {
  const { id, digits } = await delivery.reader();
  await delivery.closeWindow(id);
  expect(await send(id)).toMatchObject({ body: { sent: true } });
  expect(codesTo(digits)).toMatchObject([{ type: "template" }]);
});

test("sends the template when the provider has closed the conversation already", async () => {
  const { id, digits } = await delivery.reader();
  delivery.provider.setFault(({ type }) =>
    type === "text" ? { status: 400, code: 131047 } : null,
  );
  expect(await send(id)).toMatchObject({ body: { sent: true } });
  delivery.provider.setFault(null);
  expect(codesTo(digits)).toMatchObject([{ type: "template" }]);
});

test("sends nothing without a confirmed number, or after STOP", async () => {
  expect(await send(randomUUID())).toMatchObject({ status: 200, body: { sent: false } });
  const { id, digits } = await delivery.reader();
  await delivery.sendText(digits, "STOP");
  const stopped = async () => (await delivery.subscriberOf(id)).stopped?.by;
  await expect.poll(stopped, soon).toBe("phone");
  expect(await send(id)).toMatchObject({ body: { sent: false } });
  expect(codesTo(digits)).toEqual([]);
});

test("answers 503 when the provider may accept the code later", async () => {
  const { id, digits } = await delivery.reader();
  delivery.provider.setFault(() => ({ status: 500, code: 131000 }));
  expect(await send(id)).toMatchObject({ status: 503, body: { code: "SERVICE_UNAVAILABLE" } });
  delivery.provider.setFault(null);
  expect(codesTo(digits)).toEqual([]);
});

test.each([131026, 131062, 132001])(
  "asks for no other attempt after a final refusal: %i",
  async (code) => {
    const { id, digits } = await delivery.reader();
    await delivery.closeWindow(id);
    delivery.provider.setFault(() => ({ status: 400, code }));
    expect(await send(id)).toMatchObject({ status: 200, body: { sent: false } });
    delivery.provider.setFault(null);
    expect(codesTo(digits)).toEqual([]);
  },
);

const days = (count: number) =>
  delivery.setClock(new Date(delivery.now().getTime() + count * 24 * 3_600_000).toISOString());
/** Connects another phone by the code of the site. @returns the digits of its number */
const connectAnother = async (id: UserId) => {
  const digits = `336${String(randomInt(1e8)).padStart(8, "0")}`;
  const { body } = await delivery.call("GET /user/whatsapp/opt-in", { as: id });
  await delivery.sendText(digits, `START-${(body as { code: string }).code}`);
  const phone = async () => (await delivery.subscriberOf(id)).channel?.phone;
  await expect.poll(phone, soon).toBe(`+${digits}`);
  return digits;
};
const replacementNotices = (digits: string) =>
  delivery.provider.shown(digits).filter((text) => text.includes("remplacer celui-ci"));

test("sends no code to a new number for three days while a link can be mailed instead", async () => {
  const { id, digits } = await delivery.reader();
  const sendCode = () => send(id, { hasVerifiedEmail: true });
  days(2.9);
  expect(await sendCode()).toMatchObject({ body: { sent: false } });
  expect(codesTo(digits)).toEqual([]);
  days(0.2);
  expect(await sendCode()).toMatchObject({ body: { sent: true } });
});

test("sends no code for three days to a number that has replaced another", async () => {
  const { id, digits } = await delivery.reader();
  days(30);
  const other = await connectAnother(id);
  expect(await send(id)).toMatchObject({ body: { sent: false } });
  expect([...codesTo(digits), ...codesTo(other)]).toEqual([]);
  days(3.1);
  expect(await send(id)).toMatchObject({ body: { sent: true } });
  expect(codesTo(other)).toHaveLength(1);
});

test("sends no code to a new number after the earlier number was removed", async () => {
  const { id } = await delivery.reader();
  await delivery.call("POST /user/whatsapp/connect", { as: id, body: { phone: "+33612000001" } });
  await delivery.sendText("33612000001", "STOP");
  await expect.poll(async () => (await delivery.subscriberOf(id)).channel, soon).toBeUndefined();
  await connectAnother(id);
  expect(await send(id)).toMatchObject({ body: { sent: false } });
});

test("tells a phone that another one has replaced it, while its conversation is open", async () => {
  const [open, closed, stopped] = [
    await delivery.reader(),
    await delivery.reader(),
    await delivery.reader(),
  ];
  await delivery.closeWindow(closed.id);
  await delivery.sendText(stopped.digits, "STOP");
  const stop = async () => (await delivery.subscriberOf(stopped.id)).stopped?.by;
  await expect.poll(stop, soon).toBe("phone");
  for (const { id } of [open, closed, stopped]) await connectAnother(id);
  await expect.poll(() => replacementNotices(open.digits), soon).toHaveLength(1);
  expect([...replacementNotices(closed.digits), ...replacementNotices(stopped.digits)]).toEqual([]);

  const typed = await delivery.reader();
  const body = { phone: "+33612000002" };
  await delivery.call("POST /user/whatsapp/connect", { as: typed.id, body });
  await expect.poll(() => replacementNotices(typed.digits), soon).toHaveLength(1);
});

test("the message to a replaced number delays no STOP", async () => {
  const [{ id, digits }, other] = [await delivery.reader(), await delivery.reader()];
  const { body } = await delivery.call("GET /user/whatsapp/opt-in", { as: id });
  delivery.provider.setFault(({ to }) => (to === digits ? "hang" : null));
  onTestFinished(() => delivery.provider.setFault(null));
  const start = `START-${(body as { code: string }).code}`;
  await delivery.postWebhook(
    textItem("33698765432", start, delivery.now()),
    textItem(other.digits, "STOP", delivery.now()),
  );
  const stopped = async () => (await delivery.subscriberOf(other.id)).stopped?.by;
  await expect.poll(stopped, { ...soon, timeout: 5_000 }).toBe("phone");
});

/** Collects the accounts of which number.replaced is published until the test ends. */
async function replacements(): Promise<string[]> {
  const replaced: string[] = [];
  const bus = delivery.newBus(`reset-code-${randomUUID()}`);
  const handle = async (events: Received<"number.replaced">[]) =>
    void replaced.push(...events.map(({ key }) => key));
  const [listener] = bus.consume([consumer({ topic: "number.replaced", handle })]);
  await listener!.start();
  onTestFinished(async () => {
    await listener!.stop();
    await bus.close();
  });
  return replaced;
}

test("publishes number.replaced for each replacement, and for no first number", async () => {
  const replaced = await replacements();
  const { id, phone, digits } = await delivery.reader();
  const first = await delivery.reader();
  await delivery.sendText(digits, "START");
  await connectAnother(id);
  const ofReader = () => replaced.filter((key) => key === id);
  await expect.poll(ofReader, soon).toEqual([id]);
  await delivery.call("POST /user/whatsapp/connect", { as: id, body: { phone } });
  await delivery.sendText(digits, "START");
  await expect.poll(ofReader, soon).toEqual([id, id]);
  expect(replaced).not.toContain(first.id);
});

test("a number and a user id that WhatsApp gives to a person replace none of another phone", async () => {
  const replaced = await replacements();
  const { id, digits } = await delivery.reader();
  const number = `336${String(randomInt(1e8)).padStart(8, "0")}`;
  const [userId, newUserId] = [`FR.${randomInt(1e14)}`, `FR.${randomInt(1e14)}`];
  const move = async (from: string, system: object, channel: object) => {
    // The provider reports whole seconds: the connection must not be later.
    const at = new Date(delivery.now().getTime() + 1_000);
    await delivery.postWebhook(addressChangeItem(from, system, at));
    await expect
      .poll(async () => (await delivery.subscriberOf(id)).channel, soon)
      .toMatchObject(channel);
  };
  const changed = { type: "user_changed_number", wa_id: number, user_id: userId };
  await move(digits, changed, { phone: `+${number}`, userId });
  expect(await send(id)).toMatchObject({ body: { sent: true } });
  const updated = { type: "user_changed_user_id", previous_user_id: userId, user_id: newUserId };
  await move(userId, updated, { userId: newUserId });
  // without a number it gets no template
  await delivery.sendText(newUserId, "Bonjour");
  const opensUntil = async () => (await delivery.subscriberOf(id)).windowExpiresAt;
  await expect.poll(opensUntil, soon).toBeInstanceOf(Date);
  expect(await send(id)).toMatchObject({ body: { sent: true } });
  const changedBack = { type: "user_changed_number", wa_id: digits, user_id: userId };
  await move(newUserId, changedBack, { phone: `+${digits}`, userId });

  await connectAnother(id);
  expect(await send(id)).toMatchObject({ body: { sent: false } });
  await expect.poll(() => replaced, soon).toContain(id);
  expect(replaced.filter((key) => key === id)).toHaveLength(1);
});

test("stores neither the code nor a status of its message", async () => {
  const { id, digits } = await delivery.reader();
  await send(id);
  for (const call of codesTo(digits)) await delivery.postWebhook(statusItem(call, "delivered"));
  await expect.poll(() => delivery.collection("webhooks").countDocuments(), soon).toBe(0);
  expect(await delivery.collection("unmatched_statuses").countDocuments()).toBe(0);
  const names = await delivery.mongo.listCollections();
  for (const { name } of names) {
    const documents = await delivery.collection(name).find({}).toArray();
    // an id or a time may contain the same six digits by chance
    expect(JSON.stringify(documents)).not.toMatch(new RegExp(`(?<![\\w-])${code}(?![\\w-])`));
  }
});

test("answers only to services, and only with six digits", async () => {
  const { id } = await delivery.reader();
  expect(await send(id, { as: id })).toMatchObject({ status: 401 });
  expect(await send(id, { code: "Call +33 899" })).toMatchObject({ status: 400 });
});
