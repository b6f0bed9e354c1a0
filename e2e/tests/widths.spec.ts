/// <reference lib="dom" />
import type { Page } from "playwright/test";
import { openPage, openPages, signedInPages, stayOnSubscribe } from "./every-page.ts";
import { expect, test } from "./fixtures.ts";
import { setLanguage, signUp } from "./visitor.ts";

test.use({ hasTouch: true, isMobile: true });

/** Every width of a phone that is held upright, px. */
const phoneWidths = Array.from({ length: 111 }, (_, more) => 320 + more);

for (const language of ["fr", "en"]) {
  test(`nothing scrolls sideways on any phone, ${language}`, async ({ page }) => {
    test.setTimeout(300_000);
    await setLanguage(page, language);
    for (const path of openPages) {
      expect.soft(await tooNarrow(page, path), `${path}, signed out`).toEqual([]);
    }
    await signUp(page, "lea");
    await stayOnSubscribe(page);
    for (const path of [...openPages, ...signedInPages]) {
      expect.soft(await tooNarrow(page, path), `${path}, signed in`).toEqual([]);
    }
  });
}

/** The widths of phones at which the page is wider than the screen, and by how much. */
async function tooNarrow(page: Page, path: string): Promise<string[]> {
  await openPage(page, path);
  const found: string[] = [];
  for (const width of phoneWidths) {
    await page.setViewportSize({ width, height: 800 });
    const over = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    if (over > 0) found.push(`${width} px: +${over}`);
  }
  return found;
}
