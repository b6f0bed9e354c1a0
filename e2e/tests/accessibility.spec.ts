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

/** Defined in the page after `scan` has evaluated axe there. */
declare const axe: typeof AxeCore;

for (const language of ["fr", "en"]) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`axe finds no violation on any page, ${language}, ${colorScheme}`, async ({ page }) => {
      test.setTimeout(300_000);
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await setLanguage(page, language);
      await visitEveryPage(page, "axe", async (where) => {
        const { findings, overflow } = await scan(page);
        expect(findings, where).toEqual([]);
        expect(overflow, `${where} is wider than the screen`).toBeLessThanOrEqual(0);
      });
    });
  }
}

const texts = {
  fr: {
    account: /Menu du compte$/,
    panel: "Ouvrir le menu",
    erase: "Supprimer mon compte",
    subscription: "Abonnement",
    cancel: "Résilier",
    profile: "Profil",
    devices: "Vos appareils",
  },
  en: {
    account: /Account menu$/,
    panel: "Open the menu",
    erase: "Delete my account",
    subscription: "Subscription",
    cancel: "Cancel subscription",
    profile: "Profile",
    devices: "Your devices",
  },
} as const;

for (const language of ["fr", "en"] as const) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`axe finds no violation in menus and dialogs, ${language}, ${colorScheme}`, async ({
      page,
    }) => {
      const text = texts[language];
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
        const { findings } = await scan(page);
        expect(findings, opener.toString()).toEqual([]);
        await page.keyboard.press("Escape");
        await expect(opened).toBeHidden();
      };
      const button = (name: string | RegExp) => page.getByRole("button", { name });
      const initials = username.slice(0, 2).toUpperCase();
      await expect(button(text.account)).toHaveAccessibleName(new RegExp(`^${initials} `));
      await inspect(button(text.account), page.getByRole("menu"));
      await inspect(button(text.panel), page.getByRole("banner").getByRole("navigation"));
      await inspect(button(text.erase), page.getByRole("alertdialog"));
      await page.getByRole("tab", { name: text.subscription }).click();
      await inspect(button(text.cancel), page.getByRole("alertdialog"));
      await openPage(page, "/settings");
      await page.getByRole("tab", { name: text.profile }).click();
      await expect(page.getByRole("heading", { name: text.devices })).toBeVisible();
      expect((await scan(page)).findings, text.profile).toEqual([]);
    });
  }
}

/** Runs axe in the page through DevTools: the content security policy allows no foreign script. */
async function scan(page: Page): Promise<{ findings: string[]; overflow: number }> {
  await page.evaluate(source);
  return page.evaluate(async (tags) => {
    const { violations } = await axe.run({
      runOnly: { type: "tag", values: tags },
      // An experimental rule, but WCAG 2.5.3 requires it.
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
