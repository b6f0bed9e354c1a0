import { languages } from "@matinale/contracts";
import { describe, expect, test } from "vitest";
import { mailKinds } from "./account-message.ts";
import { renderMail } from "./mail-layout.ts";
import { mailContent } from "./mail-texts.ts";

const site = "https://matinale.test";
const url = `${site}/reset-password?token=a&b="c"`;
const each = mailKinds.flatMap((kind) => languages.map((language) => [kind, language] as const));

describe.each(each)("%s in %s", (kind, language) => {
  const content = mailContent(kind, language, { url, newEmail: "new@example.com" });
  const mail = renderMail(content, { language, name: "Ada", site });

  test("says the same in text and HTML, with the link and the reason", () => {
    const readable = mail.html
      .replaceAll("&#39;", "'")
      .replaceAll("&quot;", '"')
      .replaceAll("&amp;", "&");
    for (const words of [...content.paragraphs, content.reason, content.button.label, url]) {
      expect(mail.text).toContain(words);
      expect(readable).toContain(words);
    }
    expect(mail.text.trimEnd().endsWith(content.reason)).toBe(true);
  });

  test("has the typography of its language", () => {
    const words = [content.subject, ...content.paragraphs, content.button.label, content.reason];
    const wrong = language === "fr" ? /'| [;:!?»]|« / : /[’«»]/;
    expect(words.join(" ")).not.toMatch(wrong);
  });
});

const hostile = renderMail(
  {
    subject: "<script>1</script>",
    paragraphs: ['<img src="x" onerror="1">', "a & b"],
    button: { label: "</a>", url: 'https://matinale.test/"onclick="1' },
    reason: "'reason'",
  },
  { language: "en", name: '<b title="x">', site },
);

test("treats every text as text", () => {
  expect(hostile.html).not.toMatch(/<script|<img|<b |onclick="/);
  expect(hostile.html).toContain("&lt;img src=&quot;x&quot; onerror=&quot;1&quot;&gt;");
});

test("greets by name only when it has one", () => {
  const { text } = renderMail(mailContent("verification", "fr", { url }), {
    language: "fr",
    name: null,
    site,
  });
  expect(text.startsWith("Bonjour,\n")).toBe(true);
  expect(hostile.text.startsWith('Hello <b title="x">,\n')).toBe(true);
});
