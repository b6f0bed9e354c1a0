import type { Page } from "playwright/test";
import { expect, test } from "./fixtures.ts";
import { failRequests, signUp, toast } from "./visitor.ts";

// Browsers log failed requests to the console.
test.use({ tolerated: /status of 5\d\d|ERR_INTERNET_DISCONNECTED|log-out failed/ });

const serverMessage = "Panne de l’autre côté.";

test("a failed action shows the server's message, or else the site's own", async ({ page }) => {
  await signUp(page, "hugo");
  const expectError = async (title: string, text: string) => {
    await expect(toast(page)).toHaveCount(1);
    await expect(toast(page)).toContainText(title);
    await expect(toast(page)).toContainText(text);
    await expect(toast(page)).toHaveAttribute("data-variant", "destructive");
  };

  await test.step("saving, connecting, categories, preview and sending", async () => {
    await page.goto("/settings");
    await expect(page.getByRole("button", { name: "Enregistrer" })).toBeVisible();
    await expect(page.getByRole("switch", { name: "Culture" })).toBeVisible();
    await failRequests(page, "user/preferences", 500, serverMessage);
    await press(page, "Enregistrer");
    await expectError("Rien n’a été enregistré", serverMessage);

    await failRequests(page, "user/categories", 500);
    await page.getByRole("switch", { name: "Culture" }).click();
    await expectError(
      "Vos catégories n’ont pas changé",
      "Ce changement n’a pas pu être enregistré.",
    );
    await expect(page.getByRole("switch", { name: "Culture" })).not.toBeChecked();

    await failRequests(page, "user/whatsapp/connect", 502);
    await page.getByLabel("Numéro de téléphone").fill("+33639980001");
    await press(page, "Relier WhatsApp");
    await expectError("Le numéro n’a pas été relié", "WhatsApp n’a pas pu être relié à ce numéro.");
  });

  await test.step("the profile and its picture", async () => {
    await page.getByRole("tab", { name: "Profil" }).click();
    await failRequests(page, "user/profile", 503);
    await press(page, "Enregistrer");
    await expectError("Rien n’a été enregistré", "Vos réglages n’ont pas pu être enregistrés.");

    await failRequests(page, "user/profile-picture", 500);
    await page
      .getByLabel("Changer la photo")
      .first()
      .setInputFiles({ name: "p.png", mimeType: "image/png", buffer: Buffer.from("p") });
    await expectError("La photo n’a pas été changée", "Elle n’a pas pu être enregistrée.");
  });

  await test.step("log-out from the menu", async () => {
    const logout = await failRequests(page, "logout", 500);
    await page.getByRole("button", { name: "Menu du compte" }).click();
    await page.getByRole("menuitem", { name: "Se déconnecter" }).click();
    await expectError("Un problème est survenu", "Le serveur n’a pas répondu comme prévu.");
    await logout.recover();
  });
});

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
    await expect(page.getByText("Erreur", { exact: true })).toBeVisible();
    await expect(toast(page)).toContainText(serverMessage);
    await status.recover();
    await history.recover();
    await page.getByRole("button", { name: "Réessayer" }).click();
    await expect(page.getByText("Arrêté", { exact: true })).toBeVisible();
    await press(page, "Actualiser");
    await expect(page.getByText("Aucun message pour l’instant")).toBeVisible();
  });
});

test("the page shows a notice while the network is down", async ({ page, context }) => {
  await signUp(page, "emil");
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

const press = (page: Page, name: string) => page.getByRole("button", { name }).click();
