/// <reference lib="dom" />
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type AxeCore from "axe-core";
import type { Locator, Page } from "playwright/test";
import { openPage, visitEveryPage } from "./every-page.ts";
import { expect, test } from "./fixtures.ts";
import { setLanguage, signUp } from "./visitor.ts";

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
      await setLanguage(page, language);
      await visitEveryPage(page, "axe", async (where) => {
        const { findings, overflow } = await look(page);
        expect(findings, where).toEqual([]);
        expect(overflow, `${where} is wider than the screen`).toBeLessThanOrEqual(0);
      });
    });
  }
}

const words = {
  fr: {
    account: /Menu du compte$/,
    panel: "Ouvrir le menu",
    erase: "Supprimer mon compte",
    subscription: "Abonnement",
    cancel: "Résilier",
  },
  en: {
    account: /Account menu$/,
    panel: "Open the menu",
    erase: "Delete my account",
    subscription: "Subscription",
    cancel: "Cancel subscription",
  },
} as const;

for (const language of ["fr", "en"] as const) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`nothing that opens stands in anybody's way, ${language}, ${colorScheme}`, async ({
      page,
    }) => {
      const say = words[language];
      await page.setViewportSize({ width: 375, height: 800 });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await setLanguage(page, language);
      const { username } = await signUp(page, "axe");
      const headers = { "x-requested-with": "XMLHttpRequest" };
      await page.request.post("/api/create-payment-intent", { headers, data: { planId: 2 } });
      await openPage(page, "/account");
      const inspect = async (opener: Locator, opened: Locator) => {
        await opener.click();
        await expect(opened).toBeVisible();
        const { findings } = await look(page);
        expect(findings, opener.toString()).toEqual([]);
        await page.keyboard.press("Escape");
        await expect(opened).toBeHidden();
      };
      const button = (name: string | RegExp) => page.getByRole("button", { name });
      const initials = username.slice(0, 2).toUpperCase();
      await expect(button(say.account)).toHaveAccessibleName(new RegExp(`^${initials} `));
      await inspect(button(say.account), page.getByRole("menu"));
      await inspect(button(say.panel), page.getByRole("banner").getByRole("navigation"));
      await inspect(button(say.erase), page.getByRole("alertdialog"));
      await page.getByRole("tab", { name: say.subscription }).click();
      await inspect(button(say.cancel), page.getByRole("alertdialog"));
    });
  }
}

/** By DevTools, since the site's policy lets no script of others into the page. */
async function look(page: Page): Promise<{ findings: string[]; overflow: number }> {
  await page.evaluate(source);
  return page.evaluate(async (tags) => {
    const { violations } = await axe.run({
      runOnly: { type: "tag", values: tags },
      // Experimental, and what WCAG 2.5.3 asks for.
      rules: { "label-content-name-mismatch": { enabled: true } },
    });
    return {
      findings: violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ""}`),
      ),
      overflow: document.documentElement.scrollWidth - innerWidth,
    };
  }, rules);
}
