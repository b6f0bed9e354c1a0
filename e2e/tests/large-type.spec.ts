/// <reference lib="dom" />
import { expect, test } from "./fixtures.ts";
import { stubApi } from "./stubbed-api.ts";

test("type of twice the usual size fits on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 412, height: 900 });
  await page.addInitScript(() => {
    document.addEventListener("DOMContentLoaded", () => {
      document.documentElement.style.fontSize = "200%";
    });
  });
  await test.step("the headline", async () => {
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
  await test.step("the account", async () => {
    await stubApi(page);
    await page.goto("/account");
    await expect(page.getByRole("tab", { name: "Abonnement" })).toBeVisible();
    await expect(page.getByText("+33639981234")).toBeVisible();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  });
});
