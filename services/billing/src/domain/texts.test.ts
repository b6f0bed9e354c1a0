import { expect, test } from "vitest";
import { cancelled, texts } from "./texts.ts";

test("writes the end of a subscription as a day in Paris, in the reader's language", () => {
  const endsAt = new Date("2026-12-20T23:30:00Z");
  expect(cancelled(endsAt, "fr")).toContain("21 décembre 2026");
  expect(cancelled(endsAt, "en")).toContain("21 December 2026");
});

/** A straight apostrophe, or a breaking space before punctuation or inside guillemets. */
const wrongInFrench = /'| [;:!?»]|« /;

test("has every text in both languages, with French typography", () => {
  for (const { fr, en } of Object.values(texts)) {
    expect(fr).not.toBe(en);
    expect(fr).not.toMatch(wrongInFrench);
  }
  expect(cancelled(new Date(), "fr")).not.toMatch(wrongInFrench);
});
