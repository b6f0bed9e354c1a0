import { expect, test } from "vitest";
import { siteOf } from "./conversation.ts";
import { type AccountTemplate, templateDifferences } from "./account-templates.ts";
import { type DeclaredTemplate, plainWords, templates } from "./templates.ts";

const site = siteOf("https://matinale.example", "Le Fil");

const accountOf = (declared: Record<string, DeclaredTemplate>): AccountTemplate[] =>
  Object.entries(declared).flatMap(([name, { body, category, button, link }]) =>
    (["fr", "en"] as const).map((language) => ({
      name,
      language,
      status: "APPROVED",
      rejected_reason: "NONE",
      category,
      components: [
        { type: "BODY", text: body[language].replaceAll("{brand}", "Le Fil") },
        ...(button === undefined
          ? []
          : [{ type: "BUTTONS", buttons: [{ type: "QUICK_REPLY", text: button[language] }] }]),
        ...(link === undefined
          ? []
          : [
              {
                type: "BUTTONS",
                buttons: [{ type: "URL", text: link.title[language], url: site[link.page] }],
              },
            ]),
      ],
    })),
  );

test("finds no difference when the account has every template word for word", () => {
  expect(templateDifferences(accountOf(templates), site)).toEqual([]);
});

test("misses a template that the account has in a regional language only", () => {
  const regional = accountOf(templates).map((each) =>
    each.name === "opt_in" && each.language === "en" ? { ...each, language: "en_US" } : each,
  );
  expect(templateDifferences(regional, site)).toEqual(["opt_in (en): missing"]);
});

test("lists every difference", () => {
  const changed = accountOf(templates)
    .filter(({ name, language }) => name !== "opt_in" || language !== "en")
    .map((each) => {
      if (each.name === "trial_ending") return { ...each, status: "PAUSED", category: "MARKETING" };
      if (each.name === "payment_problem" && each.language === "en") {
        const url = "https://elsewhere.example/account";
        const buttons = [{ type: "URL", text: "Update my card", url }];
        return { ...each, components: [each.components[0]!, { type: "BUTTONS", buttons }] };
      }
      return each.name === "digest_ready" && each.language === "fr"
        ? { ...each, components: [{ type: "BODY", text: "Prêt" }, { type: "HEADER" }] }
        : each;
    });
  const lines = templateDifferences(changed, site).map((line) => line.split("\n")[0]);
  expect(lines).toEqual([
    "opt_in (en): missing",
    "digest_ready (fr): body",
    "digest_ready (fr): buttons",
    "digest_ready (fr): header is not declared",
    "trial_ending (fr): status",
    "trial_ending (fr): category",
    "trial_ending (en): status",
    "trial_ending (en): category",
    "payment_problem (en): buttons",
  ]);
});

test("a template in review differs by its status, a refused one also by the reason", () => {
  const reviewed = accountOf(templates).map((each) => {
    if (each.name === "opt_in") return { ...each, status: "PENDING" };
    return each.name === "digest_ready"
      ? { ...each, status: "REJECTED", rejected_reason: "TAG_CONTENT_MISMATCH" }
      : each;
  });
  const lines = templateDifferences(reviewed, site).map((line) => line.replaceAll(/\s+/g, " "));
  expect(lines).toEqual([
    "opt_in (fr): status declared: APPROVED account: PENDING",
    "opt_in (en): status declared: APPROVED account: PENDING",
    "digest_ready (fr): status declared: APPROVED account: REJECTED TAG_CONTENT_MISMATCH",
    "digest_ready (en): status declared: APPROVED account: REJECTED TAG_CONTENT_MISMATCH",
  ]);
});

test("the declared texts follow the provider's rules", () => {
  for (const { body, examples, button, link } of Object.values<DeclaredTemplate>(templates)) {
    for (const language of ["fr", "en"] as const) {
      const text = body[language];
      expect(text.length).toBeLessThanOrEqual(1_024);
      expect(text).not.toMatch(/[\n\t]|^\{\{|\}\}$/);
      expect(new Set(text.match(/\{\{\d+\}\}/g)).size).toBe(examples[language].length);
      const title = button?.[language] ?? link?.title[language] ?? "";
      expect(title.length).toBeLessThanOrEqual(25);
    }
  }
  const template = { name: "trial_ending", parameters: ["Monday"] };
  expect(plainWords({ form: "template", template, language: "en" }, "Le Fil")).toMatch(
    /^Your Le Fil trial ends on Monday\. Choose a plan /u,
  );
});
