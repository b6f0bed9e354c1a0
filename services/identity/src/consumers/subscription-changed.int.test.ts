import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { record } from "@matinale/bus";
import { asUserId, type UserId } from "@matinale/contracts";
import { startForTests } from "@matinale/kit/vitest";
import { beforeEach, expect, test } from "vitest";
import { consuming } from "../testing/consuming.ts";
import { ada, product, startIdentity, type TestIdentity } from "../testing/harness.ts";

let identity: TestIdentity;
let adasId: UserId;
let version = 0n;
startForTests(startIdentity, (started) => (identity = started));
const publish = consuming(() => identity);
beforeEach(async () => {
  adasId = asUserId(await identity.signUpAlone({ ...ada, language: "en" }));
  await identity.messages.model.deleteMany({});
  await identity.users.model.updateOne({ _id: adasId }, { emailVerifiedAt: new Date() });
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
const event = (status: string, end: Date | null, at = (version += 1n), purchase = {}) => {
  const instant = end === null ? {} : { entitledUntil: timestampFromDate(end) };
  const trialEndsAt = timestampFromDate(status === "trialing" && end ? end : inDays(-30));
  const message = { userId: adasId, version: at, status, planId: 2, ...instant, trialEndsAt };
  return record("subscription.changed", { ...message, ...purchase });
};
const changed = (...of: Parameters<typeof event>) => publish(event(...of));
const today = timestampFromDate(new Date());
const purchaseOf = (purchaseId: string) => ({ purchaseId, purchasedAt: today, waivedAt: today });
const bought = (id = "sub_1", at = (version += 1n)) => event("active", null, at, purchaseOf(id));

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

test("mails no reminder after a purchase, or to an address that is not verified", async () => {
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

test("mails a failed payment once, also when its state is published again", async () => {
  const until = inDays(7);
  await changed("past_due", until);
  expect(await identity.sendDue()).toHaveLength(1);
  await changed("past_due", until, (version += 1_000n));
  expect(await identity.sendDue()).toEqual([]);
  await changed("active", null);
  await changed("past_due", inDays(37));
  expect(await identity.sendDue(inDays(30))).toHaveLength(1);
});

test("sees the state of a mail that is sent at once", async () => {
  const { messages, subscribers } = identity;
  const states: unknown[] = [];
  const { addOnce } = messages;
  messages.addOnce = async (...message) => {
    states.push((await subscribers.document(adasId))?.subscription?.status);
    return addOnce.apply(messages, message);
  };
  await changed("past_due", inDays(7));
  messages.addOnce = addOnce;
  expect(states).toEqual(["past_due"]);
});

test("confirms a purchase with the plan and the waiver, in the language of the account", async () => {
  await publish(bought());
  const [mail, ...others] = await identity.sendDue();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: ada.email, subject: "Your subscription is confirmed" });
  expect(mail?.text).toContain(`Your ${product.brand.name} subscription is confirmed`);
  expect(mail?.text).toContain("lose your right of withdrawal");
  expect(mail?.html).toContain("the Premium plan, €9.99 a month");
});

test("confirms a purchase once: redelivered, published again, cancelled and resumed", async () => {
  const first = bought();
  await publish(first);
  expect(await identity.sendDue()).toHaveLength(1);
  await publish(first, bought("sub_1", (version += 1_000n)));
  const cancelled = event("canceled", inDays(20), (version += 1n), purchaseOf("sub_1"));
  await publish(cancelled, bought());
  expect(await identity.sendDue()).toEqual([]);
  await publish(bought("sub_2"));
  expect(await identity.sendDue()).toHaveLength(1);
});

test("confirms a purchase after a crash between the projection and the mail, once", async () => {
  const { messages } = identity;
  const { addOnce } = messages;
  messages.addOnce = () => Promise.reject(new Error("the process stops"));
  const purchase = bought("sub_3");
  await publish(purchase);
  messages.addOnce = addOnce;
  await publish(purchase);
  expect(await identity.sendDue()).toHaveLength(1);
  await publish(purchase);
  expect(await identity.sendDue()).toEqual([]);
});

test("mails nothing about a payment that was repaired before the mail was sent", async () => {
  await changed("past_due", inDays(7));
  await changed("active", inDays(30));
  expect(await identity.sendDue()).toEqual([]);
});
