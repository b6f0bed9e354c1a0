import type { Page } from "playwright/test";
import { expect, test } from "./fixtures.ts";
import { failRequests, signUp, toast } from "./visitor.ts";

// Every browser writes a refused call to its console.
test.use({ tolerated: /status of 5\d\d|ERR_INTERNET_DISCONNECTED|log-out failed/ });

const broken = "Panne de l’autre côté.";

test("each thing that fails is told, in the server's words or in ours", async ({ page }) => {
  await signUp(page, "hugo");
  const told = async (title: string, text: string) => {
    await expect(toast(page)).toHaveCount(1);
    await expect(toast(page)).toContainText(title);
    await expect(toast(page)).toContainText(text);
    await expect(toast(page)).toHaveAttribute("data-variant", "destructive");
  };

  await test.step("saving, connecting, categories, preview and sending", async () => {
    await page.goto("/settings");
    await expect(page.getByRole("button", { name: "Enregistrer" })).toBeVisible();
    await expect(page.getByRole("switch", { name: "Culture" })).toBeVisible();
    await failRequests(page, "user/preferences", 500, broken);
    await press(page, "Enregistrer");
    await told("Réglages inchangés", broken);

    await failRequests(page, "user/categories", 500);
    await page.getByRole("switch", { name: "Culture" }).click();
    await told("Catégories inchangées", "Le changement n’a pas abouti.");
    await expect(page.getByRole("switch", { name: "Culture" })).not.toBeChecked();

    await failRequests(page, "user/whatsapp/connect", 502);
    await page.getByLabel("Numéro de téléphone").fill("+33639980001");
    await press(page, "Relier WhatsApp");
    await told("Numéro non relié", "WhatsApp n’a pas pu être relié à ce numéro.");
  });

  await test.step("the profile and its picture", async () => {
    await page.getByRole("tab", { name: "Profil" }).click();
    await failRequests(page, "user/profile", 503);
    await press(page, "Enregistrer");
    await told("Réglages inchangés", "L’enregistrement n’a pas abouti.");

    await failRequests(page, "user/profile-picture", 500);
    await page
      .getByLabel("Changer la photo")
      .first()
      .setInputFiles({ name: "p.png", mimeType: "image/png", buffer: Buffer.from("p") });
    await told("Photo inchangée", "La photo n’a pas pu être enregistrée.");
  });

  await test.step("the log-out, in the menu only", async () => {
    const logout = await failRequests(page, "logout", 500);
    await page.getByRole("button", { name: "Menu du compte" }).click();
    await page.getByRole("menuitem", { name: "Se déconnecter" }).click();
    await told("Un problème est survenu", "Le serveur n’a pas répondu comme prévu.");
    await logout.recover();
  });
});

test("what cannot be read says so, and comes at the next try", async ({ page }) => {
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
    for (const rest of [2, 1, 0]) {
      await retries.first().click();
      await expect(retries).toHaveCount(rest);
    }
    await expect(page.getByLabel("Heure d’envoi")).toHaveValue("08:00");
    await expect(page.getByRole("switch", { name: "Culture" })).toBeVisible();
  });

  await test.step("account", async () => {
    const { recover } = await failRequests(page, "user/delivery-hours", 500);
    await page.goto("/account");
    const delivery = page.getByRole("region", { name: "Livraison" });
    await expect(delivery.getByText("Vos réglages d’envoi ne se chargent pas.")).toBeVisible();
    await recover();
    await delivery.getByRole("button", { name: "Réessayer" }).click();
    await expect(delivery.getByRole("alert")).toBeHidden();
  });

  await test.step("subscribe asks for no payment before it knows who pays already", async () => {
    const { recover } = await failRequests(page, "subscription", 503);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto("/subscribe?plan=2");
    await expect(page.getByText(/Rien n’a été demandé à votre banque/)).toBeVisible();
    expect(asked).not.toContain("/api/create-payment-intent");
    await recover();
    await page.getByRole("button", { name: "Réessayer" }).click();
    await expect(page).toHaveURL(/\/account$/);
  });

  await test.step("message status", async () => {
    const status = await failRequests(page, "automation/status", 500);
    const history = await failRequests(page, "message-history", 500, broken);
    await page.goto("/message-status");
    await expect(page.getByText("Erreur", { exact: true })).toBeVisible();
    await expect(toast(page)).toContainText(broken);
    await status.recover();
    await history.recover();
    await page.getByRole("button", { name: "Réessayer" }).click();
    await expect(page.getByText("Arrêté", { exact: true })).toBeVisible();
    await press(page, "Actualiser");
    await expect(page.getByText("Aucun message pour l’instant")).toBeVisible();
  });
});

test("a lost network is told for as long as it lasts", async ({ page, context }) => {
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
