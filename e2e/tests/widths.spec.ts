/// <reference lib="dom" />
import type { Page } from "playwright/test";
import { openPage, publicPages, resize, signedInPages, stayOnSubscribe } from "./every-page.ts";
import { expect, test } from "./fixtures.ts";
import { setLanguage, signUp } from "./visitor.ts";

test.use({ hasTouch: true, isMobile: true });

/** Widths of phones in portrait, in px: one every ten pixels, usual phones, and both sides of the breakpoints. */
const phoneWidths: readonly number[] = [
  320, 330, 340, 350, 360, 361, 370, 375, 384, 385, 393, 400, 410, 416, 417, 430,
];

for (const language of ["fr", "en"]) {
  test(`no page scrolls sideways at phone widths, ${language}`, async ({ page }) => {
    test.setTimeout(300_000);
    await setLanguage(page, language);
    for (const path of publicPages) {
      expect.soft(await overflows(page, path), `${path}, signed out`).toEqual([]);
    }
    await signUp(page, "lea");
    await stayOnSubscribe(page);
    for (const path of [...publicPages, ...signedInPages]) {
      expect.soft(await overflows(page, path), `${path}, signed in`).toEqual([]);
    }
  });
}

/** Phone widths at which the page is wider than the screen, and by how much. The page loads at the first one. */
async function overflows(page: Page, path: string): Promise<string[]> {
  await page.setViewportSize({ width: phoneWidths[0] ?? 320, height: 800 });
  await openPage(page, path);
  const found: string[] = [];
  for (const width of phoneWidths) {
    await resize(page, width, 800);
    const overflow = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    if (overflow > 0) found.push(`${width} px: +${overflow}`);
  }
  return found;
}
