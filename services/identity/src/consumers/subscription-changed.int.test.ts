import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { record } from "@matinale/bus";
import { memoryBroker } from "@matinale/bus/testing";
import { asUserId, type UserId } from "@matinale/contracts";
import type { Worker } from "@matinale/kit";
import { startForTests } from "@matinale/kit/vitest";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ada, startIdentity, type TestIdentity } from "../testing/harness.ts";
import { consumers } from "./index.ts";

const broker = memoryBroker();
const bus = broker.bus("identity");
let identity: TestIdentity;
let workers: Worker[];
let adasId: UserId;
let version = 0n;
startForTests(startIdentity, (started) => (identity = started));
beforeAll(async () => {
  const { erased, messages, plansInForce } = identity;
  const forget = (ids: Parameters<typeof plansInForce.erase>[0]) => plansInForce.erase(ids);
  workers = bus.consume(consumers(plansInForce, messages, { erased, forget }));
  for (const worker of workers) await worker.start();
});
beforeEach(async () => {
  adasId = asUserId(await identity.signUpAlone({ ...ada, language: "en" }));
  await identity.messages.model.deleteMany({});
  await identity.users.model.updateOne({ _id: adasId }, { emailVerifiedAt: new Date() });
});
afterAll(() => Promise.all(workers.map((worker) => worker.stop())));

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
const changed = async (status: string, end: Date, at = (version += 1n)) => {
  const instant = timestampFromDate(end);
  const message = { userId: adasId, version: at, status, planId: 2, entitledUntil: instant };
  const trialEndsAt = status === "trialing" ? instant : timestampFromDate(inDays(-30));
  const events = [record("subscription.changed", { ...message, trialEndsAt })];
  await bus.publish(events);
  await broker.caughtUp();
};

test("mails a reminder the day before the end of the trial, once, with a link", async () => {
  const end = inDays(7);
  await changed("trialing", end);
  await changed("trialing", end);
  expect(await identity.sendDue(inDays(5.9))).toEqual([]);
  const [mail, ...others] = await identity.sendDue(inDays(6.1));
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: ada.email, subject: expect.stringMatching(/^Your trial ends/) });
  expect(mail?.text).toContain("https://matinale.test/subscribe");
});

test("mails no reminder to somebody who bought a plan, or whose address is not verified", async () => {
  await changed("trialing", inDays(7));
  await changed("active", inDays(30));
  expect(await identity.sendDue(inDays(6.1))).toEqual([]);
  await changed("trialing", inDays(8));
  await identity.users.model.updateOne({ _id: adasId }, { $unset: { emailVerifiedAt: 1 } });
  expect(await identity.sendDue(inDays(7.1))).toEqual([]);
});

test("mails a failed payment at once, and not again for a redelivered or an older event", async () => {
  const until = inDays(7);
  await changed("past_due", until);
  const [mail] = await identity.sendDue();
  expect(mail).toMatchObject({ subject: "Your payment did not go through" });
  expect(mail?.text).toContain("https://matinale.test/account");
  await changed("past_due", until, version);
  await changed("past_due", until, version - 1n);
  expect(await identity.sendDue()).toEqual([]);
});

test("mails nothing about a payment that was repaired before the mail was sent", async () => {
  await changed("past_due", inDays(7));
  await changed("active", inDays(30));
  expect(await identity.sendDue()).toEqual([]);
});
