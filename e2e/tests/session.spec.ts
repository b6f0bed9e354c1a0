import type { Page } from "playwright/test";
import { expect, test } from "./fixtures.ts";
import { signUp, toast } from "./visitor.ts";

test("an expired session opens the log-in page with a message; log-in then works", async ({
  page,
  context,
}) => {
  const { username, email, password } = await signUp(page, "nora");
  await page.goto("/message-status");
  await expect(page.getByText("Aucun message pour l’instant")).toBeVisible();

  await test.step("the next request after expiry opens the log-in page", async () => {
    await context.clearCookies();
    await page.getByRole("button", { name: "Actualiser" }).click();
    // The toast first: it disappears after five seconds.
    await expect(toast(page)).toContainText("Votre session est terminée");
    await expect(page).toHaveURL(/\/login$/);
    await expect(header(page).getByRole("link", { name: "S’inscrire" })).toBeVisible();
  });

  await test.step("the form stays disabled from the click until the account page shows", async () => {
    await page.route("**/assets/account-page*", async (route) => {
      await waitFrames(page);
      await route.continue();
    });
    await page.getByLabel("Adresse e-mail").fill(email);
    await page.getByLabel("Mot de passe").fill(password);
    const states = recordButtonStates(page);
    await page.getByRole("button", { name: "Se connecter" }).click();
    await expect(page.getByRole("heading", { name: `Bonjour, ${username}` })).toBeVisible();
    expect(await (await states).jsonValue()).toEqual(["enabled", "busy"]);
    await expect(page).toHaveURL(/\/account$/);
  });

  await test.step("after log-out no page shows the reader's data, not even the previous one", async () => {
    await page.getByRole("button", { name: "Menu du compte" }).click();
    await page.getByRole("menuitem", { name: "Se déconnecter" }).click();
    await expect(toast(page)).toContainText("Votre session est fermée.");
    await expect(page).toHaveURL(/\/$/);
    await expect(header(page).getByRole("link", { name: "Commencer" })).toBeVisible();
    expect(await page.content()).not.toContain(username);
    await page.goBack();
    await expect(page).toHaveURL(/\/login$/);
  });
});

test("deleting an account requires its password; log-in fails afterwards", async ({ page }) => {
  const { email, password } = await signUp(page, "otto");
  await page.goto("/account");
  await page.getByRole("button", { name: "Supprimer mon compte" }).click();
  const dialog = page.getByRole("alertdialog");
  const erase = dialog.getByRole("button", { name: "Supprimer mon compte" });
  await erase.click();
  await expect(dialog.getByText("Indiquez votre mot de passe pour confirmer.")).toBeVisible();
  await dialog.getByLabel("Mot de passe").fill("not the one");
  await erase.click();
  await expect(dialog.getByLabel("Mot de passe")).toHaveAccessibleDescription(
    /Mot de passe incorrect/,
  );
  await dialog.getByLabel("Mot de passe").fill(password);
  await erase.click();
  await expect(toast(page)).toContainText("Compte supprimé");
  await expect(page).toHaveURL(/\/$/);

  await page.goto("/login");
  await page.getByLabel("Adresse e-mail").fill(email);
  await page.getByLabel("Mot de passe").fill(password);
  await page.getByRole("button", { name: "Se connecter" }).click();
  await expect(toast(page)).toContainText("Invalid email or password");
});

test("the chosen language stays on every page and after a reload", async ({ page }) => {
  await page.goto("/login");
  await header(page).getByRole("switch", { name: "English" }).click();
  await expect(page.getByRole("heading", { name: "Hello." })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Hello." })).toBeVisible();
  await expect(page).toHaveTitle("Matinale: your news, out loud");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await header(page).getByRole("link", { name: "Pricing" }).click();
  await expect(page.locator("#pricing")).toBeInViewport();
  await header(page).getByRole("switch", { name: "English" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
});

const header = (page: Page) => page.getByRole("banner");

/** Waits 30 frames, as long as a page needs on a slow network. */
const waitFrames = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 30; frame += 1) await new Promise(requestAnimationFrame);
  });

/** Every state of the submit button, in order. */
const recordButtonStates = (page: Page) =>
  page.evaluateHandle(() => {
    const states: string[] = [];
    const record = () => {
      const button = document.querySelector<HTMLButtonElement>("main button[type=submit]");
      const state = button && (button.disabled ? "busy" : "enabled");
      if (state && state !== states.at(-1)) states.push(state);
      if (button) requestAnimationFrame(record);
    };
    record();
    return states;
  });
