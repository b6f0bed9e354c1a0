import { expect, test } from "vitest";
import { type AccountTemplate, templateDifferences } from "./template-differences.ts";
import { type DeclaredTemplate, templateText, templates } from "./templates.ts";

const accountOf = (declared: Record<string, DeclaredTemplate>): AccountTemplate[] =>
  Object.entries(declared).flatMap(([name, { body, category, button }]) =>
    (["fr", "en"] as const).map((language) => ({
      name,
      language,
      status: "APPROVED",
      category,
      components: [
        { type: "BODY", text: body[language] },
        ...(button === undefined
          ? []
          : [{ type: "BUTTONS", buttons: [{ type: "QUICK_REPLY", text: button[language] }] }]),
      ],
    })),
  );

test("finds no difference when the account has every template word for word", () => {
  expect(templateDifferences(templates, accountOf(templates))).toEqual([]);
  const regional = accountOf(templates).map((each) => ({
    ...each,
    language: `${each.language}_XX`,
  }));
  expect(templateDifferences(templates, regional)).toEqual([]);
});

test("lists every difference", () => {
  const changed = accountOf(templates)
    .filter(({ name, language }) => name !== "opt_in" || language !== "en")
    .map((each) => {
      if (each.name === "trial_ending") return { ...each, status: "PAUSED", category: "MARKETING" };
      return each.name === "digest_ready" && each.language === "fr"
        ? { ...each, components: [{ type: "BODY", text: "Prêt" }, { type: "HEADER" }] }
        : each;
    });
  const lines = templateDifferences(templates, changed).map((line) => line.split("\n")[0]);
  expect(lines).toEqual([
    "opt_in (en): missing",
    "digest_ready (fr): body",
    "digest_ready (fr): buttons",
    "digest_ready (fr): header is not declared",
    "trial_ending (fr): status",
    "trial_ending (fr): category",
    "trial_ending (en): status",
    "trial_ending (en): category",
  ]);
});

test("the declared texts follow the provider's rules", () => {
  for (const { body, examples, button } of Object.values<DeclaredTemplate>(templates)) {
    for (const language of ["fr", "en"] as const) {
      const text = body[language];
      expect(text.length).toBeLessThanOrEqual(1_024);
      expect(text).not.toMatch(/[\n\t]|^\{\{|\}\}$/);
      expect(new Set(text.match(/\{\{\d+\}\}/g)).size).toBe(examples[language].length);
      expect((button?.[language] ?? "").length).toBeLessThanOrEqual(25);
    }
  }
  const sent = { name: "digest_ready", parameters: ["Sports"] };
  expect(templateText(sent, "en")).toBe("Your edition is ready: Sports. Tap Listen to receive it.");
});
