/// <reference lib="dom" />
import { misfitsInLargeType } from "./every-page/large-type.ts";
import { openPage, signedInPages } from "./every-page/pages.ts";
import { expect, test } from "./fixtures.ts";
import { stubApi } from "./stubbed-api.ts";
import { setLanguage } from "./visitor.ts";

test("the headline of twice the usual size fits on a phone", async ({ page }) => {
  await page.addInitScript(() => {
    document.addEventListener("DOMContentLoaded", () => {
      document.documentElement.style.fontSize = "200%";
    });
  });
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

// The pages of a visitor are enlarged in every-page.spec.ts, where they are open already.
for (const language of ["fr", "en"]) {
  test(`the pages of a reader fit on a phone in type of twice the usual size, ${language}`, async ({
    page,
  }) => {
    await setLanguage(page, language);
    await stubApi(page);
    for (const path of signedInPages) {
      await openPage(page, path, { signedIn: true });
      expect.soft(await misfitsInLargeType(page), path).toEqual([]);
    }
  });
}
