/// <reference lib="dom" />
import type { Page } from "playwright/test";
import { openPage, publicPages, signedInPages, stayOnSubscribe } from "./every-page.ts";
import { expect, test } from "./fixtures.ts";
import { setLanguage, signUp } from "./visitor.ts";

test.use({ hasTouch: true, isMobile: true });

/** Every width of a phone in portrait, in px. */
const phoneWidths = Array.from({ length: 111 }, (_, index) => 320 + index);

for (const language of ["fr", "en"]) {
  test(`no page scrolls sideways at any phone width, ${language}`, async ({ page }) => {
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

/** Phone widths at which the page is wider than the screen, and by how much. */
async function overflows(page: Page, path: string): Promise<string[]> {
  await openPage(page, path);
  const found: string[] = [];
  for (const width of phoneWidths) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    if (overflow > 0) found.push(`${width} px: +${overflow}`);
  }
  return found;
}
