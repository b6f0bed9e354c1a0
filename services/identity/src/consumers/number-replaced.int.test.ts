import { record } from "@matinale/bus";
import { asUserId } from "@matinale/contracts";
import { startForTests } from "@matinale/kit/vitest";
import { beforeEach, expect, test } from "vitest";
import { consuming } from "../testing/consuming.ts";
import { ada, startIdentity, type TestIdentity } from "../testing/harness.ts";

let identity: TestIdentity;
let adasId: ReturnType<typeof asUserId>;
startForTests(startIdentity, (started) => (identity = started));
const publish = consuming(() => identity);
beforeEach(async () => {
  adasId = asUserId(await identity.signUpAlone({ ...ada, language: "en" }));
  await identity.messages.model.deleteMany({});
});
/** An event of today at this hour, or days ago. */
const replaced = (hour: number, daysAgo = 0) => {
  const at = new Date(new Date().setUTCHours(hour, 0, 0, 0) - daysAgo * 86_400_000);
  const event = record("number.replaced", { userId: adasId });
  return { ...event, headers: { ...event.headers, "occurred-at": at.toISOString() } };
};

test("mails the owner that another number was connected, once a day", async () => {
  await publish(replaced(1), replaced(1));
  expect(await identity.sendDue()).toMatchObject([
    { to: ada.email, subject: "Another WhatsApp number is connected to your account" },
  ]);
  await publish(replaced(23));
  expect(await identity.sendDue()).toEqual([]);
});

test("ends the code that the former phone received", async () => {
  const code = await identity.codes.create(adasId, new Date());
  await publish(replaced(12));
  expect(await identity.codes.check(adasId, code, new Date())).toBe(false);
});

test("mails nothing about an event that is read again much later", async () => {
  await publish(replaced(12, 4));
  expect(await identity.sendDue()).toEqual([]);
});
