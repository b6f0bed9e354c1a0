import { languages } from "@matinale/contracts";
import { expect, test } from "vitest";
import { menuButtons } from "./conversation.ts";
import { commandOf } from "./keywords.ts";
import { plainWords } from "./templates.ts";

test("writes buttons as a list and a template as its wording", () => {
  const buttons = [{ id: "STOP", title: "Stop" }];
  expect(plainWords({ form: "text", body: "Que faire ?", buttons })).toBe("Que faire ?\n• Stop");
  expect(plainWords({ form: "text", body: "Bonjour" })).toBe("Bonjour");
  const template = { name: "digest_ready", parameters: ["Sports"], button: "LISTEN:d1" };
  expect(plainWords({ form: "template", template, language: "en" })).toBe(
    "Your edition is ready: Sports. Tap Listen to receive it.",
  );
});

test.each(languages.flatMap((language) => [true, false].map((running) => ({ language, running }))))(
  "reads the titles of the menu like taps on its buttons ($language, running: $running)",
  ({ language, running }) => {
    for (const { id, title } of menuButtons(language, running)) {
      expect(commandOf(title)).toEqual(commandOf(id));
    }
  },
);
