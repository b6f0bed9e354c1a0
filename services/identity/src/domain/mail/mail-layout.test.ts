import { languages } from "@matinale/contracts";
import { testProduct } from "@matinale/kit/testing";
import { describe, expect, test } from "vitest";
import { billingMailKinds, mailKinds } from "./account-message.ts";
import { billingMail } from "./billing-mails.ts";
import { renderMail } from "./mail-layout.ts";
import { mailContent } from "./mail-texts.ts";

const site = "https://matinale.test";
const url = `${site}/reset-password?token=a&b="c"`;
const brand = "Aurore";
const product = { ...testProduct, brand: { ...testProduct.brand, name: brand } };
const now = new Date("2026-11-23T09:15:00Z");
const end = new Date("2026-11-30T10:00:00Z");
const states = {
  trial_ending: { status: "trialing", trialEndsAt: end, purchaseId: "", waivedAt: null },
  payment_failed: { status: "past_due", trialEndsAt: now, purchaseId: "sub_1", waivedAt: now },
  purchase_confirmed: { status: "active", trialEndsAt: now, purchaseId: "sub_1", waivedAt: now },
};
const each = languages.flatMap((language) => [
  ...mailKinds.map(
    (kind) =>
      [
        kind,
        language,
        mailContent(kind, language, { url, brand, newEmail: "n@x.org", numberRemoved: true }),
      ] as const,
  ),
  ...billingMailKinds.map((kind) => {
    const state = { ...states[kind], entitledUntil: end, planId: 2, purchasedAt: null };
    const content = billingMail(kind, state, {
      language,
      timezone: "Europe/Paris",
      product,
      site,
      now,
    });
    if (content === null) throw new Error(`${kind} has no content`);
    return [kind, language, content] as const;
  }),
]);

describe.each(each)("%s in %s", (_kind, language, content) => {
  const mail = renderMail(content, { language, name: "Ada", site, brand });

  test("says the same in text and HTML, with the link and the reason", () => {
    const readable = mail.html
      .replaceAll("&#39;", "'")
      .replaceAll("&quot;", '"')
      .replaceAll("&amp;", "&");
    for (const words of [...content.paragraphs, content.reason, content.label, content.url]) {
      expect(mail.text).toContain(words);
      expect(readable).toContain(words);
    }
    expect(mail.text.trimEnd().endsWith(content.reason)).toBe(true);
  });

  test("has the typography of its language", () => {
    const words = [content.subject, ...content.paragraphs, content.label, content.reason];
    const wrong = language === "fr" ? /'| [;:!?»]|« / : /['«»]/;
    expect(words.join(" ")).not.toMatch(wrong);
  });

  test("names the brand of the owner's file, and no other", () => {
    expect(mail.html + mail.text).toContain(brand);
    expect(mail.html + mail.text.replaceAll(site, "")).not.toContain("Matinale");
  });
});

const hostile = renderMail(
  {
    subject: "<script>1</script>",
    paragraphs: ['<img src="x" onerror="1">', "a & b"],
    label: "</a>",
    url: 'https://matinale.test/"onclick="1',
    reason: "'reason'",
  },
  { language: "en", name: '<b title="x">', site, brand: "<i>" },
);

test("treats every text as text", () => {
  expect(hostile.html).not.toMatch(/<script|<img|<b |<i>|onclick="/);
  expect(hostile.html).toContain("&lt;img src=&quot;x&quot; onerror=&quot;1&quot;&gt;");
});

test("greets by name only when it has one", () => {
  const { text } = renderMail(mailContent("verification", "fr", { url, brand }), {
    language: "fr",
    name: null,
    site,
    brand,
  });
  expect(text.startsWith("Bonjour,\n")).toBe(true);
  expect(hostile.text.startsWith('Hello <b title="x">,\n')).toBe(true);
});
