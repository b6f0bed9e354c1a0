/// <reference lib="dom" />
import type { Page } from "playwright/test";
import { resize } from "./pages.ts";

/**
 * Enlarges the type of the page to twice the usual size, on a narrow phone and on a common one.
 *
 * @returns the parts that then are wider than their place, and the words that are on two lines on the common phone
 */
export async function misfitsInLargeType(page: Page): Promise<string[]> {
  await page.evaluate(() => void (document.documentElement.style.fontSize = "200%"));
  await resize(page, 320, 844);
  const wider = await tooWide(page, "html");
  await resize(page, 390, 844);
  wider.push(...(await tooWide(page, "html, main form, main dl, main ul, main ol")));
  return [...wider, ...(await page.getByRole("main").evaluate(brokenWords))];
}

const tooWide = (page: Page, boxes: string): Promise<string[]> =>
  page
    .locator(boxes)
    .evaluateAll((found) =>
      found
        .filter((box) => box.scrollWidth > box.clientWidth)
        .map(({ outerHTML }) => outerHTML.slice(0, 80)),
    );

/** Runs in the page. @returns words that are on two lines */
function brokenWords(main: Element): string[] {
  const found: string[] = [];
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    if (text.parentElement?.checkVisibility() !== true) continue;
    // A number and its unit are one word, such as « 7-day ».
    for (const { 0: word, index } of (text.textContent ?? "").matchAll(
      /(?:\d+-)?[\p{L}’]+[.,]?/gu,
    )) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const [first, ...others] = range.getClientRects();
      // A first letter with a style of its own is followed by the others on its line.
      if (others.some(({ left }) => first && left < first.right - 1)) found.push(word);
    }
  }
  return found;
}
