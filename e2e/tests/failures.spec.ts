import type { Page } from "playwright/test";
import { expect, test } from "./fixtures.ts";
import { stubApi } from "./stubbed-api.ts";
import { failRequests, signUp, toast } from "./visitor.ts";

// Browsers log failed requests to the console.
test.use({ tolerated: /status of 5\d\d|ERR_INTERNET_DISCONNECTED|log-out failed/ });

const serverMessage = "Panne de l’autre côté.";

test("a part that fails to load says so, and loads on retry", async ({ page }) => {
  await signUp(page, "lina");

  await test.step("settings", async () => {
    const failures = await Promise.all(
      ["user/preferences", "categories", "user/whatsapp/opt-in"].map((path) =>
        failRequests(page, path, 500),
      ),
    );
    await page.goto("/settings");
    const retries = page.getByRole("main").getByRole("button", { name: "Réessayer" });
    await expect(retries).toHaveCount(3);
    for (const { recover } of failures) await recover();
    for (const remaining of [2, 1, 0]) {
      await retries.first().click();
      await expect(retries).toHaveCount(remaining);
    }
    await expect(page.getByLabel("Heure d’envoi")).toHaveValue("08:00");
    await expect(page.getByRole("switch", { name: "Culture" })).toBeVisible();
  });

  await test.step("account", async () => {
    const { recover } = await failRequests(page, "user/delivery-hours", 500);
    await page.goto("/account");
    const delivery = page.getByRole("region", { name: "Envoi" });
    await expect(delivery.getByText("Impossible de charger vos réglages d’envoi.")).toBeVisible();
    await recover();
    await delivery.getByRole("button", { name: "Réessayer" }).click();
    await expect(delivery.getByRole("alert")).toBeHidden();
  });

  await test.step("subscribe creates no payment while the subscription is unknown", async () => {
    const { recover } = await failRequests(page, "subscription", 503);
    const requested: string[] = [];
    page.on("request", (request) => requested.push(new URL(request.url()).pathname));
    await page.goto("/subscribe?plan=2");
    await expect(page.getByText(/Rien n’a été prélevé/)).toBeVisible();
    expect(requested).not.toContain("/api/create-payment-intent");
    await recover();
    await page.getByRole("button", { name: "Réessayer" }).click();
    await expect(page).toHaveURL(/\/account$/);
  });

  await test.step("message status", async () => {
    const status = await failRequests(page, "automation/status", 500);
    const history = await failRequests(page, "message-history", 500, serverMessage);
    await page.goto("/message-status");
    // The toast first: it disappears after five seconds.
    await expect(toast(page)).toContainText(serverMessage);
    await expect(page.getByText("Erreur", { exact: true })).toBeVisible();
    await status.recover();
    await history.recover();
    await page.getByRole("button", { name: "Réessayer" }).click();
    await expect(page.getByText("Arrêté", { exact: true })).toBeVisible();
    await press(page, "Actualiser");
    await expect(page.getByText("Aucun message pour l’instant")).toBeVisible();
  });
});

test("when the plans fail to load, the button to retry stands in the middle of their place", async ({
  page,
}) => {
  const { recover } = await failRequests(page, "subscription-plans", 500);
  await page.goto("/");
  const plans = page.locator("#pricing");
  const retry = plans.getByRole("button", { name: "Réessayer" });
  await expect(retry).toBeVisible();
  const { height, offCentre } = await retry.evaluate((button) => {
    const box = button.getBoundingClientRect();
    const offCentre = Math.abs(box.x + box.width / 2 - window.innerWidth / 2);
    return { height: box.height, offCentre };
  });
  expect(height).toBeLessThan(60);
  expect(offCentre).toBeLessThan(150);
  await recover();
  await retry.click();
  await expect(plans.getByRole("article").first()).toBeVisible();
});

test("a failure during a dialog is shown above the dialog", async ({ page }) => {
  await stubApi(page);
  await page.route("**/api/invoices", (route) => route.fulfill({ json: { invoices: [] } }));
  await failRequests(page, "cancel-subscription", 500, serverMessage);
  await page.goto("/account?tab=subscription");
  await press(page, "Résilier");
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Résilier" }).click();
  await expect(toast(page)).toContainText(serverMessage);
  // A click fails on what another element covers.
  await toast(page).getByRole("button", { name: "Fermer" }).click();
  await expect(toast(page)).toBeHidden();
  await expect(dialog).toBeVisible();
});

test.describe("with a session", () => {
  test.use({ storageState: ({ sharedReader }, use) => use(sharedReader) });

  test("the page shows a notice while the network is down", async ({ page, context }) => {
    await page.goto("/message-status");
    await expect(page.getByText("Aucun message pour l’instant")).toBeVisible();
    await context.setOffline(true);
    const notice = page.getByText(/Vous êtes hors ligne/);
    await expect(notice).toBeVisible();
    await press(page, "Actualiser");
    await expect(toast(page)).toContainText("Historique indisponible");
    await context.setOffline(false);
    await expect(notice).toBeHidden();
    await press(page, "Actualiser");
    await expect(page.getByText("Aucun message pour l’instant")).toBeVisible();
  });
});

const press = (page: Page, name: string) => page.getByRole("button", { name }).click();
