/// <reference lib="dom" />
import type { Page } from "playwright/test";
import { resize } from "./pages.ts";

/** Enlarges the type of the page to twice the usual size, on a phone, and returns the parts that then do not fit. */
export async function misfitsInLargeType(page: Page): Promise<string[]> {
  await resize(page, 390, 844);
  return page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
    const wider = Array.from(
      document.querySelectorAll("html, main form, main dl, main ul, main ol"),
    ).filter((box) => box.scrollWidth > box.clientWidth);
    // Names of categories and plans: single words.
    const broken = Array.from(document.querySelectorAll("main :is(label, [role=radio]) b")).filter(
      (name) => {
        const range = document.createRange();
        range.selectNodeContents(name);
        return range.getClientRects().length > 1;
      },
    );
    return [...wider, ...broken].map(({ outerHTML }) => outerHTML.slice(0, 80));
  });
}
