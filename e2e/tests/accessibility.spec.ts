import type { Locator } from "playwright/test";
import { axeFindings } from "./every-page/axe.ts";
import { openPage } from "./every-page/pages.ts";
import { expect, test } from "./fixtures.ts";
import { setLanguage, signUp } from "./visitor.ts";

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

/** The names depend on the language, the colours on the scheme, nothing on both. CHECK_ALL=1 takes every pair. */
const schemes: Record<keyof typeof texts, readonly ("light" | "dark")[]> = process.env["CHECK_ALL"]
  ? { fr: ["light", "dark"], en: ["light", "dark"] }
  : { fr: ["light"], en: ["dark"] };

for (const language of ["fr", "en"] as const) {
  for (const colorScheme of schemes[language]) {
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
      await openPage(page, "/account", { signedIn: true });
      const inspect = async (opener: Locator, opened: Locator) => {
        await opener.click();
        await expect(opened).toBeVisible();
        expect(await axeFindings(page), opener.toString()).toEqual([]);
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
      await openPage(page, "/settings", { signedIn: true });
      await page.getByRole("tab", { name: text.profile }).click();
      await expect(page.getByRole("heading", { name: text.devices })).toBeVisible();
      expect(await axeFindings(page), text.profile).toEqual([]);
    });
  }
}
