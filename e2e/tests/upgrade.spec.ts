/// <reference lib="dom" />
import type { Page } from "playwright/test";
import { expect, test } from "./fixtures.ts";

// While gateways of two versions serve, scripts of one version are missing at the other.
test.use({ tolerated: /status of 40[14]/ });

/** Answers 404 for a script of the first page that is opened; pages after that get it. */
async function missScript(page: Page): Promise<void> {
  let opened = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) opened += 1;
  });
  await page.route("**/assets/framework-*", (route) =>
    opened > 1 ? route.continue() : route.fulfill({ status: 404 }),
  );
}

test("a prerendered page without one of its scripts reloads itself, and works", async ({
  page,
}) => {
  await missScript(page);
  await page.goto("/login");
  const submit = page.getByRole("button", { name: "Se connecter" });
  await expect(submit).toBeEnabled();
  await submit.click();
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem("failed-starts"))).toBeNull();
});

test.describe("with a session", () => {
  test.use({ storageState: ({ sharedReader }, use) => use(sharedReader) });

  test("a page without one of its scripts reloads itself, and works", async ({ page }) => {
    await missScript(page);
    await page.goto("/account");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });

  test("after three reloads an empty page has a link that reloads it", async ({ page }) => {
    await page.addInitScript(() => (sessionStorage["failed-starts"] ??= "3"));
    await missScript(page);
    await page.goto("/account");
    await page.getByRole("link", { name: "Rechargez la page" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });
});
