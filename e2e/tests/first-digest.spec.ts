import type { Page } from "playwright/test";
import { afterUp } from "../stack/running-stack.ts";
import { expect, test } from "./fixtures.ts";
import { avoidSchedule } from "./visitor.ts";

test("a visitor signs up, connects a phone and receives a first digest", async ({
  page,
  phone,
}) => {
  await test.step("sign up", async () => {
    await page.goto("/");
    await page.getByRole("link", { name: "Essai gratuit" }).first().click();
    await page.getByLabel("Nom d’utilisateur").fill("camille");
    await page.getByLabel("Adresse e-mail").fill(`camille.${phone.digits}@example.com`);
    await page.getByLabel("Mot de passe").fill("correct horse battery");
    await page.getByRole("button", { name: "Créer mon compte" }).click();
    await expect(page.getByRole("heading", { name: "Bonjour, camille" })).toBeVisible();
    await expect(page).toHaveURL(/\/account$/);
    await avoidSchedule(page.request);
  });

  await test.step("choose categories", async () => {
    await choose(page, "Réglages");
    for (const category of ["Économie", "Technologie"]) await switchOn(page, category);
  });

  await test.step("connect a phone, which confirms automatically", async () => {
    await page.getByLabel("Numéro de téléphone").fill(phone.number);
    await page.getByRole("button", { name: "Relier WhatsApp" }).click();
    await expect(page.getByText(`${phone.digits}@c.us`)).toBeVisible();
    await expect(conversation(phone.page).getByText("START", { exact: true })).toBeVisible();
  });

  await test.step("send a test", async () => {
    await choose(page, "État des messages");
    await expect(page.getByText("En marche")).toBeVisible();
    await afterUp(); // by then there is news
    await page.getByRole("button", { name: "Recevoir une édition maintenant" }).click();
    await expect(page.getByText("Édition envoyée", { exact: true })).toBeVisible({
      timeout: 45_000,
    });
    await expect(entry(page)).toContainText("à la demande");
    await expect(entry(page)).toContainText("Économie");
  });

  await test.step("the phone shows a text and plays a voice note", async () => {
    // A long digest takes more than one message.
    const messages = conversation(phone.page).getByRole("article");
    const more = conversation(phone.page).getByRole("button", { name: "Lire la suite" });
    await expect(async () => {
      if (await more.count()) await more.first().click();
      for (const category of ["ÉCONOMIE", "TECHNOLOGIE"]) {
        await expect(messages.filter({ hasText: category }).last()).toBeVisible({ timeout: 1000 });
      }
    }).toPass({ timeout: 20_000 });
    const play = conversation(phone.page).getByRole("button", { name: "Écouter" }).last();
    await play.click();
    await expect(conversation(phone.page).getByText("Écouté").last()).toBeVisible();
    await phone.read();
  });

  await test.step("the history says read and listened to", async () => {
    await expect(async () => {
      await page.getByRole("button", { name: "Actualiser" }).click();
      await expect(entry(page).getByText("Lue, écoutée")).toBeVisible({ timeout: 1000 });
    }).toPass({ timeout: 20_000 });
    await expect(history(page).getByRole("listitem")).toHaveCount(1);
  });
});

/** Opens a page through the account menu. */
async function choose(page: Page, entryName: string): Promise<void> {
  await page.getByRole("button", { name: "Menu du compte" }).click();
  await page.getByRole("menuitem", { name: entryName }).click();
  await expect(page.getByRole("heading", { level: 1, name: entryName })).toBeVisible();
}

/** The page reloads one second after the change. */
async function switchOn(page: Page, category: string): Promise<void> {
  const control = page.getByRole("switch", { name: category });
  if (await control.isChecked()) return;
  const reloaded = page.waitForEvent("load");
  await control.click();
  await reloaded;
  await expect(control).toBeChecked();
}

const history = (page: Page) => page.getByRole("region", { name: "Historique" });
const entry = (page: Page) => history(page).getByRole("listitem").first();
const conversation = (page: Page) => page.getByRole("log", { name: "Messages" });
