import { expect, test } from "vitest";
import { fixedLanguage } from "./fixed-texts.ts";

test.each([
  ["validation.email", "en"],
  ["validation.username", "en"],
  ["validation.profileUsername", "fr"],
  ["validation.required", "fr"],
  ["membership.data.passwordNeeded", undefined],
])("%s is in %s", (key, language) => {
  expect(fixedLanguage(key)).toBe(language);
});
