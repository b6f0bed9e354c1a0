/// <reference lib="dom" />
import { openPage, publicPages, signedInPages } from "./every-page/pages.ts";
import { expect, test } from "./fixtures.ts";
import { stubApi } from "./stubbed-api.ts";
import { setLanguage } from "./visitor.ts";

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    document.addEventListener("DOMContentLoaded", () => {
      document.documentElement.style.fontSize = "200%";
    });
  });
});

test("the headline of twice the usual size fits on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 412, height: 900 });
  await page.goto("/");
  const headline = page.getByRole("heading", { level: 1 });
  for (const line of await headline.locator("span").all()) {
    const isWhole = await line.evaluate((span) => {
      const range = document.createRange();
      range.selectNodeContents(span);
      return range.getBoundingClientRect().right <= innerWidth;
    });
    expect(isWhole, (await line.textContent()) ?? "").toBe(true);
  }
});

for (const language of ["fr", "en"]) {
  test(`type of twice the usual size fits on a phone, ${language}`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await setLanguage(page, language);
    const expectFit = async (path: string, signedIn: boolean) => {
      await openPage(page, path, { signedIn });
      const wider = await page
        .locator("html, main form, main dl, main ul, main ol")
        .evaluateAll((boxes) =>
          boxes
            .filter((box) => box.scrollWidth > box.clientWidth)
            .map(({ outerHTML }) => outerHTML.slice(0, 80)),
        );
      expect.soft(wider, path).toEqual([]);
      // Names of categories and plans: single words.
      const broken = await page.locator("main :is(label, [role=radio]) b").evaluateAll((names) =>
        names
          .filter((name) => {
            const range = document.createRange();
            range.selectNodeContents(name);
            return range.getClientRects().length > 1;
          })
          .map(({ textContent }) => textContent),
      );
      expect.soft(broken, path).toEqual([]);
    };
    for (const path of publicPages) await expectFit(path, false);
    await stubApi(page);
    for (const path of signedInPages) await expectFit(path, true);
  });
}
