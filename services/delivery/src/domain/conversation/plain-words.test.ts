import { languages } from "@matinale/contracts";
import { expect, test } from "vitest";
import { menuButtons } from "./conversation.ts";
import { commandOf } from "./keywords.ts";
import { plainWords } from "./templates.ts";

test("writes buttons as a list and a template as its wording with its link", () => {
  const buttons = [{ id: "STOP", title: "Stop" }];
  expect(plainWords({ form: "text", body: "Que faire ?", buttons }, "Matinale")).toBe(
    "Que faire ?\n• Stop",
  );
  expect(plainWords({ form: "text", body: "Bonjour" }, "Matinale")).toBe("Bonjour");
  const optIn = { name: "opt_in", parameters: [] };
  expect(plainWords({ form: "template", template: optIn, language: "en" }, "Matinale")).toBe(
    "You asked to receive Matinale on this number. Reply START to confirm, or ignore this message.",
  );
  const link = "https://matinale.example/subscribe";
  const ended = { name: "plan_ended", parameters: [], link };
  expect(plainWords({ form: "template", template: ended, language: "en" }, "Matinale")).toBe(
    `Your Matinale subscription has ended and your editions are paused. Your settings are kept: choose a plan to resume.\n${link}`,
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
