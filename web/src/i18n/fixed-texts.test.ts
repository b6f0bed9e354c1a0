import { expect, test } from "vitest";
import { fixedLanguage } from "./fixed-texts.ts";

test.each([
  ["validation.email", "en"],
  ["validation.username", "en"],
  ["validation.profileUsername", "fr"],
  ["validation.required", "fr"],
  ["auth.login.wrong", "en"],
  ["subscribe.paymentErrorText", "en"],
  ["subscribe.simulated", "fr"],
  ["settings.whatsapp.copied", "fr"],
  ["settings.whatsapp.copyFailed", undefined],
  ["membership.data.passwordNeeded", undefined],
])("%s is in %s", (key, language) => {
  expect(fixedLanguage(key)).toBe(language);
});
