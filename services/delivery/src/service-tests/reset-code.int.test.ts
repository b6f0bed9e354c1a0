import { randomUUID } from "node:crypto";
import { startForTests } from "@matinale/kit/vitest";
import { expect, test } from "vitest";
import { soon, startHarness } from "../testing/harness.ts";

let delivery: Awaited<ReturnType<typeof startHarness>>;
startForTests(startHarness, (started) => (delivery = started));

const code = "042137";
const send = (userId: string, as = "service:identity", body: object = { userId, code }) =>
  delivery.call("POST /internal/reset-codes", { as, body });
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

test("stores the code nowhere", async () => {
  const { id } = await delivery.reader();
  await send(id);
  const names = await delivery.mongo.listCollections();
  for (const { name } of names) {
    const documents = await delivery.collection(name).find({}).toArray();
    expect(JSON.stringify(documents)).not.toContain(code);
  }
});

test("answers only to services, and only with six digits", async () => {
  const { id } = await delivery.reader();
  expect(await send(id, id)).toMatchObject({ status: 401 });
  const wrong = { userId: id, code: "Call +33 899" };
  expect(await send(id, "service:identity", wrong)).toMatchObject({ status: 400 });
});
