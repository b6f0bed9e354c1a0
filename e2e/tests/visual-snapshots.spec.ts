import type { Page } from "playwright/test";
import { expect, test } from "./fixtures.ts";
import { stubApi } from "./stubbed-api.ts";
import { setLanguage } from "./visitor.ts";

/*
 * What pages look like, as far as browsers agree on it: letters may be drawn a little differently,
 * but a colour, a card or a picture that is missing or elsewhere fails.
 */
const pages = {
  landing: "/",
  login: "/login",
  account: "/account",
  settings: "/settings",
  subscribe: "/subscribe?plan=3",
  "message-status": "/message-status",
};

const looks = [
  { language: "fr", colorScheme: "light", width: 1440, height: 900 },
  { language: "en", colorScheme: "dark", width: 390, height: 844 },
] as const;

for (const { language, colorScheme, width, height } of looks) {
  test(`pages look as they did, ${language}, ${colorScheme}, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await setLanguage(page, language);
    await stubApi(page);
    for (const [name, path] of Object.entries(pages)) {
      await page.goto(path);
      await settled(page);
      await expect.soft(page).toHaveScreenshot(`${name}-${language}-${colorScheme}-${width}.png`);
    }
  });
}

/** Everything is there: the page, what it reads and its typefaces. */
async function settled(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}
