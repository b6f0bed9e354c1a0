import type { Page } from "playwright/test";
import { expect, test } from "./fixtures.ts";
import { stubApi } from "./stubbed-api.ts";
import { setLanguage } from "./visitor.ts";

/*
 * Compares the pages with committed screenshots. Small differences in font rendering pass; a colour, a card
 * or an image that is missing or in another place fails.
 */
const pages = {
  landing: "/",
  login: "/login",
  account: "/account",
  settings: "/settings",
  subscribe: "/subscribe?plan=3",
  "message-status": "/message-status",
};

const variants = [
  { language: "fr", colorScheme: "light", width: 1440, height: 900 },
  { language: "en", colorScheme: "dark", width: 390, height: 844 },
] as const;

for (const { language, colorScheme, width, height } of variants) {
  test(`pages match their snapshots, ${language}, ${colorScheme}, ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await setLanguage(page, language);
    await stubApi(page);
    for (const [name, path] of Object.entries(pages)) {
      await page.goto(path);
      await loaded(page);
      await expect.soft(page).toHaveScreenshot(`${name}-${language}-${colorScheme}-${width}.png`);
    }
  });
}

/** Waits until the page, its data and its typefaces have loaded. */
async function loaded(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}
