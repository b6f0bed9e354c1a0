import { expect, test } from "vitest";
import { texts } from "./texts.ts";

/** A straight apostrophe, or a breaking space before punctuation or inside guillemets. */
const wrongInFrench = /'| [;:!?»]|« /;

test("has every text in both languages, with French typography", () => {
  for (const { fr, en } of Object.values(texts)) {
    expect(fr).not.toBe(en);
    expect(fr).not.toMatch(wrongInFrench);
  }
});
