/// <reference lib="dom" />
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type AxeCore from "axe-core";
import type { Page } from "playwright/test";
import { visitEveryPage } from "./every-page.ts";
import { expect, test } from "./journey.ts";
import { choseEarlier } from "./visitor.ts";

const source = await readFile(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** In the page, once it has been brought there. */
declare const axe: typeof AxeCore;

for (const language of ["fr", "en"]) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`nothing stands in anybody's way, ${language}, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await choseEarlier(page, language);
      await visitEveryPage(page, "axe", async (where) => {
        const { findings, overflow } = await look(page);
        expect(findings, where).toEqual([]);
        expect(overflow, `${where} is wider than the screen`).toBeLessThanOrEqual(0);
      });
    });
  }
}

/** By DevTools, since the site's policy lets no script of others into the page. */
async function look(page: Page): Promise<{ findings: string[]; overflow: number }> {
  await page.evaluate(source);
  return page.evaluate(async (tags) => {
    const { violations } = await axe.run({
      runOnly: { type: "tag", values: tags },
      // Experimental: it takes the initials of an avatar, which stand for a picture, for a label.
      rules: { "label-content-name-mismatch": { enabled: false } },
    });
    return {
      findings: violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ""}`),
      ),
      overflow: document.documentElement.scrollWidth - innerWidth,
    };
  }, rules);
}
