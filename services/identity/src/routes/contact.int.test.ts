import { record, recordTombstone } from "@matinale/bus";
import { asUserId } from "@matinale/contracts";
import { startForTests } from "@matinale/kit/vitest";
import { documentsWith } from "@matinale/kit/testing";
import { expect, test } from "vitest";
import { sendContactMessage } from "../application/send-contact-message.ts";
import { acknowledgementsAtMost } from "../domain/contact/contact-message.ts";
import { MailRefused } from "../domain/mail/mail.ts";
import { consuming } from "../testing/consuming.ts";
import { ada, product, startIdentity, type TestIdentity } from "../testing/harness.ts";

let identity: TestIdentity;
startForTests(startIdentity, (started) => (identity = started));
const publish = consuming(() => identity);

const message = {
  topic: "quote",
  email: "reader@example.com",
  message: "Bonjour,\n\nnous sommes <b>douze</b>.",
};
const { supportEmail } = product.brand;
const english = { "accept-language": "en" };
const plan = (userId: string, version: bigint, planId: number) =>
  publish(record("subscription.changed", { userId, version, planId }));
const writeAs = (as: string) => identity.call("POST /user/contact", { as, body: message });

test("mails the message to the owner, and its reference to the sender", async () => {
  const { status, body } = await identity.call("POST /contact", {
    body: message,
    headers: english,
  });
  expect({ status, body }).toMatchObject({ status: 200, body: { success: true } });
  const { reference } = body as { reference: string };
  expect(reference).toMatch(/^M-[2-9A-HJ-NP-Z]{8}$/);
  const mails = await identity.sendDue();
  const owner = mails.find(({ to }) => to === supportEmail);
  expect(owner).toMatchObject({
    replyTo: "reader@example.com",
    subject: `Devis pour une équipe (${reference})`,
  });
  expect(owner?.text).toContain("nous sommes <b>douze</b>.");
  expect(owner?.html).toContain("nous sommes &lt;b&gt;douze&lt;/b&gt;.");
  expect(owner?.text).toContain("Formule : aucune");
  const sender = mails.find(({ to }) => to === "reader@example.com");
  expect(sender?.subject).toBe(`Your message has arrived (${reference})`);
  // the form must not send another person's words to any address
  expect(sender?.text).not.toContain("douze");
  expect(mails).toHaveLength(2);
  expect(await identity.sendDue()).toEqual([]);
});

test("keeps a message until the owner's mailbox takes mail again", async () => {
  const { mailer } = identity.sent;
  identity.sent.mailer = { send: () => Promise.reject(new MailRefused("mailbox full")) };
  await identity.call("POST /contact", { body: message });
  await identity.sendDue();
  identity.sent.mailer = mailer;
  const later = new Date(Date.now() + 60_000);
  expect((await identity.sendDue(later)).map(({ to }) => to)).toEqual([supportEmail]);
});

test("does not flood an address with acknowledgements, and mails every message to the owner", async () => {
  const address = "somebody@example.com";
  const acknowledged: string[] = [];
  for (let at = 0; at < 8; at += 1) {
    // each time another letter is a capital; all of them reach the same mailbox
    const email = address.slice(0, at) + address.charAt(at).toUpperCase() + address.slice(at + 1);
    await identity.call("POST /contact", { body: { ...message, email } });
    // the mails are sent before the next message arrives
    const recipients = (await identity.sendDue()).map(({ to }) => to);
    expect(recipients).toContain(supportEmail);
    acknowledged.push(...recipients.filter((to) => to === email));
  }
  expect(acknowledged.map((email) => email.toLowerCase())).toEqual(
    Array.from({ length: acknowledgementsAtMost }, () => address),
  );
});

test.each([
  [1, "[Prioritaire] ", false, "Essential"],
  [2, "[Prioritaire] ", true, "Premium"],
  [3, "[Prioritaire] ", true, "Professional"],
])("a message on plan %i begins with “%s”: %s", async (planId, mark, hasPriority, name) => {
  const id = await identity.signUpAlone(ada);
  await plan(id, 1n, planId);
  await writeAs(id);
  const owner = (await identity.sendDue()).find(({ to }) => to === supportEmail);
  expect(owner?.subject.startsWith(mark)).toBe(hasPriority);
  expect(owner?.text).toContain(`Formule : ${name}`);
  expect(owner?.text).toContain(id);
});

test("an older event, and a plan that has ended, give no priority", async () => {
  const id = await identity.signUpAlone(ada);
  await plan(id, 2n, 0);
  await plan(id, 1n, 3);
  await writeAs(id);
  const owner = (await identity.sendDue()).find(({ to }) => to === supportEmail);
  expect(owner?.subject).not.toContain("Prioritaire");
});

test("takes no message while mail is off, instead of losing it", async () => {
  const quote = { ...message, topic: "quote" as const };
  const sender = { userId: undefined, language: "en" as const };
  const deps = { ...identity, plans: product.plans, sendsMail: false };
  const before = await identity.contactMessages.countOf(message.email);
  await expect(sendContactMessage(quote, sender, deps)).rejects.toMatchObject({
    code: "SERVICE_UNAVAILABLE",
  });
  expect(await identity.contactMessages.countOf(message.email)).toBe(before);
});

test("a message in which a program filled the hidden field is not sent", async () => {
  const body = { ...message, website: "https://spam.example" };
  expect(await identity.call("POST /contact", { body })).toMatchObject({
    status: 200,
    body: { reference: expect.stringMatching(/^M-/) },
  });
  expect(await identity.sendDue()).toEqual([]);
});

test.each([
  { topic: "spam" },
  { email: "reader@example.com, other@example.com" },
  { email: "reader@example.com\r\nBcc: other@example.com" },
  { message: "too short" },
  { message: "x".repeat(4_001) },
  { website: 1 },
  { userId: "another" },
])("refuses a message with %j", async (part) => {
  const answer = await identity.call("POST /contact", { body: { ...message, ...part } });
  expect(answer).toMatchObject({ status: 400, body: { code: "VALIDATION_FAILED" } });
  expect(await identity.sendDue()).toEqual([]);
});

test("an erasure deletes the messages and the plan, and later events bring nothing back", async () => {
  const id = asUserId(await identity.signUpAlone(ada));
  await plan(id, 1n, 2);
  await writeAs(id);
  await identity.call("DELETE /user", { as: id, body: { password: ada.password } });
  await plan(id, 2n, 3);
  expect((await identity.subscribers.document(id))?.subscription).toBeUndefined();
  const found = await documentsWith(identity.users.model.db, id);
  expect(Object.keys(found).toSorted()).toEqual(
    expect.not.arrayContaining(["contact_messages", "subscribers"]),
  );
  await publish(recordTombstone("subscription.changed", id));
  expect((await identity.subscribers.document(id))?.subscription).toBeUndefined();
});
