import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cutAtWord, plainText } from "./plain-text.ts";

test("removes tags and decodes entities, also double-escaped ones", () => {
  expect(plainText("<p>L&#8217;eau <b>monte</b>&nbsp;&amp; les ponts tiennent.</p>")).toBe(
    "L’eau monte & les ponts tiennent.",
  );
  expect(plainText("&lt;p&gt;Deux &amp;eacute;tages&lt;/p&gt;")).toBe("Deux étages");
  expect(plainText("Le <![CDATA[pont]]> <![CDATA[rouvre]]")).toBe("Le pont rouvre");
});

test("removes a tag with its attributes, whole or broken", () => {
  expect(plainText('<img alt="Nice > Lyon" src="1.jpg">Le pont rouvre.')).toBe("Le pont rouvre.");
  expect(plainText('<p class="x>Le « pont » rouvre.</p>')).toBe("Le « pont » rouvre.");
  expect(plainText('<p class="x>Le "pont" rouvre.</p>')).toBe('Le "pont" rouvre.');
});

test("removes scripts, styles and comments with their contents, escaped or not", () => {
  expect(plainText("A<script>alert(1)</script>B<!-- c -->C<style>p{}</style>")).toBe("A B C");
  expect(plainText("&lt;script&gt;alert(1)&lt;/script&gt;Un titre")).toBe("Un titre");
  expect(plainText("&amp;lt;img src=x onerror=alert(1)&amp;gt;Titre")).toBe("Titre");
});

test("removes links and characters that hide or reorder text", () => {
  expect(plainText("pay\u202Eexe.fdp\u202C\u200B now\u0007")).toBe("payexe.fdp now");
  expect(plainText("a\u200Db 👩\u200D🚀\u200D")).toBe("ab 👩\u200D🚀");
  expect(plainText("Voir https://evil.example/x?y et www.evil.example ici")).toBe("Voir et ici");
});

test("removes a link with its brackets, but not the punctuation after it", () => {
  expect(plainText("Le musée (https://m.example/a_b) rouvre (voir www.m.example).")).toBe(
    "Le musée rouvre (voir).",
  );
  expect(plainText("Il est sur https://m.example/a. Le prix baisse.")).toBe(
    "Il est sur. Le prix baisse.",
  );
});

test("cuts a long text between two words", () => {
  expect(cutAtWord("un deux trois quatre", 14)).toBe("un deux trois…");
  expect(cutAtWord("court", 14)).toBe("court");
  expect(cutAtWord("un débat : « deux", 14)).toBe("un débat…");
});

test("keeps the space before a decimal point or a domain, and none before other signs", () => {
  expect(plainText("Microsoft publie .NET 11 ; le domaine .fr progresse .")).toBe(
    "Microsoft publie .NET 11 ; le domaine .fr progresse.",
  );
  expect(plainText("Output rose .5 percent , he said . A .22-caliber rifle")).toBe(
    "Output rose .5 percent, he said. A .22-caliber rifle",
  );
});

test("leaves nothing of an image that is longer than the markup read", () => {
  const image = `<p>Le pont rouvre.</p><img src="data:image/png;base64,${"iVBORw0KGgo".repeat(3_000)}">`;
  expect(plainText(image)).toBe("Le pont rouvre.");
  expect(plainText(image.replaceAll("<", "&lt;").replaceAll(">", "&gt;"))).toBe("Le pont rouvre.");
  expect(plainText("3 < 4")).toBe("3 < 4");
});

test("leaves no tag and no control character of any markup, and no more than the limit", () => {
  const hostile = fc.string({
    unit: fc.oneof(
      fc.constantFrom(
        "<",
        ">",
        "&",
        "&lt;",
        "&gt;",
        "<script>",
        "</script>",
        "<!--",
        "\u202E",
        "\0",
        " ",
      ),
      fc.string({ unit: "binary", maxLength: 3 }),
    ),
    maxLength: 200,
  });
  fc.assert(
    fc.property(hostile, (markup) => {
      const text = plainText(markup, 100);
      expect(text.length).toBeLessThanOrEqual(100);
      expect(text).not.toMatch(/<\/?(?:script|b|p)[^<>]*>/iu);
      expect(text).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u200B]/u);
      expect(text.isWellFormed()).toBe(true);
    }),
  );
});

test("takes seconds at most for markup made to be slow to parse", () => {
  const started = performance.now();
  plainText("<".repeat(1_000_000));
  plainText("<!--".repeat(100_000));
  plainText("<script ".repeat(100_000));
  expect(performance.now() - started).toBeLessThan(10_000);
});

test.each([
  ["1. France 2. Espagne 3. Italie", "France. Espagne. Italie."],
  ["Trois pays : 1) France 2) Espagne", "Trois pays : France. Espagne."],
  ["- 7,4 % en mai\n- 2 millions en juin", "7,4 % en mai. 2 millions en juin."],
  ["<li>-0,3 % en mai</li><li>+1 % en juin</li>", "-0,3 % en mai. +1 % en juin"],
  ["Il termine 2. Puis il part.", "Il termine 2. Puis il part."],
  ["Paris\n- Lyon en deux heures", "Paris - Lyon en deux heures"],
])("divides the list %j into sentences and keeps the signs of its numbers", (markup, text) => {
  expect(plainText(markup)).toBe(text);
});

test.each([
  ["Tax of Rs 1,40,885 crore, and 12,00,000 cases", "Tax of Rs 140,885 crore, and 1,200,000 cases"],
  ["1,034 crore, 12,500 and 1,200,000", "1,034 crore, 12,500 and 1,200,000"],
])("groups the digits of India's numbers in threes: %s", (written, grouped) => {
  expect(plainText(written)).toBe(grouped);
});
