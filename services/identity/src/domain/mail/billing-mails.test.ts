import { testProduct } from "@matinale/kit/testing";
import { expect, test } from "vitest";
import { billingMail, billingMailFor } from "./billing-mails.ts";

const now = new Date("2026-11-23T10:00:00Z");
const end = new Date("2026-11-30T10:00:00Z");
const site = "https://matinale.test";
const unsold = { purchaseId: "", purchasedAt: null, waivedAt: null };
const trial = { status: "trialing", trialEndsAt: end, entitledUntil: end, ...unsold };
const unpaid = { ...trial, status: "past_due", trialEndsAt: now };
const bought = {
  status: "active",
  trialEndsAt: end,
  entitledUntil: null,
  purchaseId: "sub_1",
  purchasedAt: new Date("2026-11-23T09:10:00Z"),
  waivedAt: new Date("2026-11-23T09:15:00Z"),
};

test("reminds of the end of a trial the day before, and of a failed payment at once", () => {
  const key = end.toISOString();
  const dueAt = new Date("2026-11-29T10:00:00Z");
  expect(billingMailFor(trial, now)).toEqual({ kind: "trial_ending", key, dueAt });
  expect(billingMailFor(unpaid, now)).toEqual({ kind: "payment_failed", key, dueAt: now });
});

test("confirms a purchase at once, also when it was cancelled since", () => {
  const mail = { kind: "purchase_confirmed", key: "sub_1", dueAt: now };
  expect(billingMailFor(bought, now)).toEqual(mail);
  const cancelled = { ...bought, status: "canceled", entitledUntil: end };
  expect(billingMailFor(cancelled, now)).toEqual(mail);
});

test.each([
  ["a purchase of days ago", { ...bought, purchasedAt: new Date("2026-11-19T10:00:00Z") }],
  ["a simulated purchase", { ...bought, ...unsold }],
])("does not confirm %s", (_case, state) => {
  expect(billingMailFor(state, now)).toBeNull();
});

test.each([
  ["a trial that ends within a day", { ...trial, trialEndsAt: new Date("2026-11-24T09:59:59Z") }],
  ["a trial that is over", { ...trial, trialEndsAt: now }],
  ["a trial whose end is unknown", { ...trial, trialEndsAt: null }],
  ["a failed payment without an end", { ...unpaid, entitledUntil: null }],
  ["a failed payment whose end is over", { ...unpaid, entitledUntil: now }],
  [
    "a purchase of days ago that was cancelled",
    { ...bought, status: "canceled", purchasedAt: new Date("2026-11-19T10:00:00Z") },
  ],
])("sends no mail for %s", (_case, state) => {
  expect(billingMailFor(state, now)).toBeNull();
});

const mailOf = (
  kind: Parameters<typeof billingMail>[0],
  language: "fr" | "en",
  state: object,
  timezone = "Europe/Paris",
) =>
  billingMail(
    kind,
    { ...bought, planId: 2, ...state },
    { language, timezone, product: testProduct, site, now },
  );
test("a mail has no reason any more once the state has changed or ended", () => {
  expect(mailOf("trial_ending", "fr", trial)).not.toBeNull();
  expect(mailOf("trial_ending", "fr", { ...trial, status: "active" })).toBeNull();
  expect(mailOf("trial_ending", "fr", { ...trial, trialEndsAt: now })).toBeNull();
  expect(mailOf("payment_failed", "fr", unpaid)).not.toBeNull();
  expect(mailOf("payment_failed", "fr", { ...unpaid, status: "active" })).toBeNull();
});

const textOf = (...of: Parameters<typeof mailOf>) => mailOf(...of)?.paragraphs.join("\n");

test("names the day of the reader's time zone", () => {
  for (const [timezone, day] of [
    ["Pacific/Tongatapu", "Monday 30"],
    ["Asia/Tokyo", "Monday 30"],
    ["Pacific/Kiritimati", "Tuesday 1"],
    ["Pacific/Pago_Pago", "Sunday 29"],
  ] as const) {
    expect(textOf("payment_failed", "en", unpaid, timezone)).toContain(`until ${day}`);
  }
});

test("writes the first day of a month as French does", () => {
  const text = textOf("payment_failed", "fr", unpaid, "Pacific/Kiritimati");
  expect(text).toContain("jusqu’au mardi 1er décembre.");
  const waivedAt = new Date("2026-12-01T10:01:00Z");
  expect(textOf("purchase_confirmed", "fr", { waivedAt })).toContain(
    "Le 1er décembre 2026 à 11:01",
  );
  const later = new Date("2026-12-21T10:01:00Z");
  expect(textOf("purchase_confirmed", "fr", { waivedAt: later })).toContain("Le 21 décembre 2026");
});

test("names the day, and leads to the page where the reader can act", () => {
  expect(mailOf("trial_ending", "fr", trial)).toMatchObject({
    subject: "Votre essai se termine lundi 30 novembre",
    url: `${site}/subscribe`,
  });
  expect(textOf("payment_failed", "en", unpaid)).toContain("until Monday 30 November");
});

test("a confirmation has what the law asks for: offer, price, waiver, end, terms and seller", () => {
  const french = textOf("purchase_confirmed", "fr", {});
  expect(french).toContain("formule Premium, 9,99\u00A0€ par mois, toutes taxes comprises");
  expect(french).toContain("jusqu’à 2 éditions par jour");
  expect(french).toContain("Le 23 novembre 2026 à 10:15 (heure de Paris), vous avez demandé");
  expect(french).toContain("avec la commande si le premier mois est offert");
  expect(french).toContain("perdre alors votre droit de rétractation");
  expect(french).toContain("résilier à tout moment");
  expect(french).toContain(`${site}/terms`);
  expect(french).toContain(testProduct.company.registration);
  const english = textOf("purchase_confirmed", "en", {});
  expect(english).toContain("the Premium plan, €9.99 a month");
  expect(english).toContain("On 23 November 2026 at 10:15 (Paris time) you asked");
  expect(english).toContain("with the order if the first month is free");
  expect(english).toContain("lose your right of withdrawal");
});

test.each(["fr", "en"] as const)(
  "a buyer who waived nothing reads of 14 days, in %s",
  (language) => {
    const text = textOf("purchase_confirmed", language, { waivedAt: null });
    expect(text).toMatch(/14 (?:jours|days)/);
    expect(text).not.toMatch(/perdre alors|then lose/);
  },
);

test.each([
  ["fr", "dans une catégorie au plus, en texte et en note vocale d’une minute au plus."],
  ["en", "in at most one category, as text and as a voice note of at most one minute."],
] as const)(
  "a confirmation of a plan with one of each has singular words, in %s",
  (language, words) => {
    const one = { maxCategories: 1, maxMinutes: 1, breakingNewsAlerts: false };
    const plans = testProduct.plans.map((plan) => ({
      ...plan,
      limits: { ...plan.limits, ...one },
    }));
    const product = { ...testProduct, plans };
    const state = { ...bought, planId: 1 };
    const mail = billingMail("purchase_confirmed", state, {
      language,
      timezone: "Europe/Paris",
      product,
      site,
      now,
    });
    expect(mail?.paragraphs[1]).toContain(words);
  },
);

test("confirms nothing without a plan in force", () => {
  expect(mailOf("purchase_confirmed", "fr", { planId: 0 })).toBeNull();
});
