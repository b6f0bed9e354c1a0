/// <reference lib="dom" />
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type AxeCore from "axe-core";
import type { Page } from "playwright/test";

const source = await readFile(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Defined in the page after `axeFindings` has evaluated axe there. */
declare const axe: typeof AxeCore;

/** Violations in the page as it is now. */
export async function axeFindings(page: Page): Promise<string[]> {
  // Through DevTools: the content security policy allows no foreign script.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(source);
  return page.evaluate(async (tags) => {
    const { violations } = await axe.run({
      runOnly: { type: "tag", values: tags },
      // An experimental rule, but WCAG 2.5.3 requires it.
      rules: { "label-content-name-mismatch": { enabled: true } },
      resultTypes: ["violations"],
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ""}`),
    );
  }, rules);
}
