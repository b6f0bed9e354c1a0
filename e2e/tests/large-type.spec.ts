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

test("a long word in the name of a plan or in the number of an invoice fits on a phone", async ({
  page,
}) => {
  const longWord = "Professionnellementindispensable";
  await page.setViewportSize({ width: 320, height: 844 });
  await stubApi(page);
  await page.route("**/api/subscription-plans", async (route) => {
    const plan = { nameFr: longWord, nameEn: longWord, priceEur: 999, features: [], popular: true };
    await route.fulfill({ json: [{ id: 1, ...plan }] });
  });
  const invoice = { id: "in_1", number: longWord, createdAt: "2026-11-21T08:00:00Z", amount: 999 };
  const links = { state: "paid", pageUrl: null, pdfUrl: null, currency: "eur" };
  await page.route("**/api/invoices", (route) =>
    route.fulfill({ json: { invoices: [{ ...invoice, ...links }] } }),
  );
  for (const path of ["/", "/account?tab=subscription"]) {
    await openPage(page, path, { signedIn: true });
    await expect(page.getByText(longWord).first()).toBeVisible();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect.soft(overflow, path).toBe(0);
  }
});
