/// <reference lib="dom" />
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type AxeCore from "axe-core";
import type { Page } from "playwright/test";
import { expect, test } from "./journey.ts";
import { signUp } from "./visitor.ts";

const source = await readFile(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const widths = [320, 768, 1440];
const open = ["/", "/login", "/signup", "/nowhere"];
const signedIn = ["/account", "/settings", "/subscribe", "/message-status"];

/** In the page, once it has been brought there. */
declare const axe: typeof AxeCore;

for (const language of ["fr", "en"]) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`nothing stands in anybody's way, ${language}, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.addInitScript((chosen) => localStorage.setItem("language", chosen), language);
      for (const path of open) await examine(page, path);
      await signUp(page, "axe");
      // Without a way to pay, the page to subscribe stays where it is.
      await page.route("**/api/payment-configuration", (route) =>
        route.fulfill({ json: { publishableKey: null, simulated: false } }),
      );
      for (const path of signedIn) await examine(page, path);
    });
  }
}

async function examine(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const { findings, overflow } = await look(page);
    expect(findings, `${path} at ${width} px`).toEqual([]);
    expect(overflow, `${path} at ${width} px is wider than the screen`).toBeLessThanOrEqual(0);
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
