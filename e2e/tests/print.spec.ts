/// <reference lib="dom" />
import { openPage } from "./every-page/pages.ts";
import { expect, test } from "./fixtures.ts";
import { stubApi } from "./stubbed-api.ts";

test.use({ colorScheme: "dark" });

test("on paper a page has its content, and no bars of the screen", async ({ page }) => {
  await page.emulateMedia({ media: "print" });
  const main = page.getByRole("main");

  await test.step("the front page has dark text on white, and the answers", async () => {
    await openPage(page, "/");
    await expect(page.getByRole("link", { name: "Matinale, accueil" })).toBeVisible();
    await expect(page.getByRole("switch", { name: "English" })).toBeHidden();
    await expect(page.getByRole("contentinfo")).toBeHidden();
    await expect(main.getByText("rien n’est prélevé tant que")).toBeVisible();
    const band = page.locator("#signup");
    await expect(band).toHaveCSS("color", "rgb(21, 23, 28)");
    await expect(band).toHaveCSS("background-color", "rgb(255, 255, 255)");
  });

  await test.step("the help has all answers", async () => {
    await openPage(page, "/help");
    await expect(main.getByText(/PAUSE 7.* pour sept jours/)).toBeVisible();
  });

  await test.step("the conditions have the addresses of their links", async () => {
    await openPage(page, "/terms");
    const link = main.getByRole("link", { name: "mentions légales" });
    const address = await link.evaluate((shown) => getComputedStyle(shown, "::after").content);
    expect(address).toBe('" (/legal)"');
  });

  await test.step("the account has no banner", async () => {
    await stubApi(page);
    await page.route("**/api/me", async (route) => {
      const response = { username: "camille", email: "camille@exemple.fr", emailVerified: false };
      await route.fulfill({ json: response });
    });
    await openPage(page, "/account", { signedIn: true });
    const banner = page.getByText("Confirmez votre adresse");
    await expect(banner).toBeHidden();
    await page.emulateMedia({ media: "screen" });
    await expect(banner).toBeVisible();
  });
});
