import { expect, test } from "vitest";
import { billingMail, billingMailEnd, billingMailFor } from "./billing-mails.ts";

const now = new Date("2026-11-23T10:00:00Z");
const end = new Date("2026-11-30T10:00:00Z");
const site = "https://matinale.test";
const trial = { status: "trialing", trialEndsAt: end, entitledUntil: end };
const unpaid = { status: "past_due", trialEndsAt: now, entitledUntil: end };

test("reminds of the end of a trial the day before, and of a failed payment at once", () => {
  const dueAt = new Date("2026-11-29T10:00:00Z");
  expect(billingMailFor(trial, now)).toEqual({ kind: "trial_ending", end, dueAt });
  expect(billingMailFor(unpaid, now)).toEqual({ kind: "payment_failed", end, dueAt: now });
});

test.each([
  ["a paid plan", { status: "active", trialEndsAt: end, entitledUntil: null }],
  ["a trial that ends within a day", { ...trial, trialEndsAt: new Date("2026-11-24T09:59:59Z") }],
  ["a trial that is over", { ...trial, trialEndsAt: now }],
  ["a trial whose end is unknown", { ...trial, trialEndsAt: null }],
  ["a failed payment without an end", { ...unpaid, entitledUntil: null }],
])("sends no mail for %s", (_case, state) => {
  expect(billingMailFor(state, now)).toBeNull();
});

test("a mail has no reason any more once the state has changed or ended", () => {
  expect(billingMailEnd("trial_ending", trial, now)).toEqual(end);
  expect(billingMailEnd("trial_ending", { ...trial, status: "active" }, now)).toBeNull();
  expect(billingMailEnd("trial_ending", trial, end)).toBeNull();
  expect(billingMailEnd("payment_failed", unpaid, now)).toEqual(end);
  expect(billingMailEnd("payment_failed", { ...unpaid, status: "active" }, now)).toBeNull();
});

test.each([
  ["trial_ending", "fr", "Votre essai se termine lundi 30 novembre", "/subscribe"],
  ["trial_ending", "en", "Your trial ends on Monday 30 November", "/subscribe"],
  ["payment_failed", "fr", "Votre paiement n’a pas abouti", "/account"],
  ["payment_failed", "en", "Your payment did not go through", "/account"],
] as const)("%s names the day and links to the site (%s)", (kind, language, subject, path) => {
  const mail = billingMail(kind, language, { end, site });
  expect(mail.subject).toBe(subject);
  expect(mail.paragraphs.join(" ")).toMatch(/30 novembre|30 November/);
  expect(mail.button.url).toBe(site + path);
});
