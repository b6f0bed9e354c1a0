import type { Locator, Page } from "playwright/test";
import { expect, test } from "./fixtures.ts";
import { signUp } from "./visitor.ts";

test("the keyboard alone operates every control", async ({ page }) => {
  const { username, email, password } = await signUp(page, "ines");
  await page.context().clearCookies();

  await test.step("skip the header, log in, focus moves to the content", async () => {
    await page.goto("/login");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Aller au contenu" })).toBeFocused();
    await page.keyboard.press("Enter");
    await tabTo(page, page.getByLabel("Adresse e-mail"));
    await page.keyboard.type(email);
    await tabTo(page, page.getByLabel("Mot de passe"));
    await page.keyboard.type(password);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: `Bonjour, ${username}` })).toBeVisible();
    await expect(page.getByRole("main")).toBeFocused();
  });

  await test.step("F8 moves the focus to the toasts", async () => {
    // A new toast: the one of the log-in may be gone when the account page has loaded.
    const send = page.getByRole("button", { name: "Renvoyer" });
    await tabTo(page, send, "Shift+Tab");
    await page.keyboard.press("Enter");
    await expect(toasts(page).getByRole("listitem")).toContainText("E-mail envoyé");
    await expect(send).toBeFocused();
    await page.keyboard.press("F8");
    await expect(toasts(page).getByRole("list")).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
    await expect(toasts(page).getByRole("listitem")).toHaveCount(0);
  });

  await test.step("tabs and the confirmation before deleting", async () => {
    await tabTo(page, page.getByRole("tab", { name: "Réglages" }));
    await page.keyboard.press("ArrowRight");
    await expect(page.getByText("Aucun abonnement en cours")).toBeVisible();
    await page.keyboard.press("ArrowLeft");
    const erase = page.getByRole("button", { name: "Supprimer mon compte" });
    await tabTo(page, erase);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("alertdialog")).toBeHidden();
    await expect(erase).toBeFocused();
  });

  await test.step("the account menu", async () => {
    const menu = page.getByRole("button", { name: "Menu du compte" });
    await tabTo(page, menu, "Shift+Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem", { name: "Compte" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(menu).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("menuitem", { name: "Compte" })).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("menuitem", { name: "Réglages" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Réglages" })).toBeVisible();
  });

  await test.step("a switch and a select", async () => {
    const culture = page.getByRole("switch", { name: "Culture" });
    await tabTo(page, culture);
    // not after the select: the page is not reloaded while a form has unsaved fields
    const reloaded = page.waitForEvent("load");
    await page.keyboard.press("Space");
    await reloaded;
    await expect(culture).toBeChecked();
    const zone = page.getByRole("combobox", { name: "Fuseau horaire" });
    await tabTo(page, zone);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("option", { selected: true })).toBeFocused();
    await page.keyboard.type("asia/du");
    // Typing moves the focus in the list after a short delay.
    await expect(page.getByRole("option", { name: "Asia/Dubai" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(zone).toHaveText("Asia/Dubai");
    await expect(zone).toBeFocused();
  });
});

const toasts = (page: Page) => page.getByRole("region", { name: "Notifications (F8)" });

/** Presses `key` until the target has the focus. Every element on the way must show a focus outline. */
async function tabTo(page: Page, target: Locator, key = "Tab"): Promise<void> {
  // Fields take no focus before the page is hydrated.
  await expect(target).toBeEnabled();
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press(key);
    const { name, outline } = await focused(page);
    expect(outline, `the outline of ${name}`).not.toBe("none");
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${target.toString()} cannot be reached by ${key}`);
}

const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    // The browser itself highlights the parts of a time field.
    if (!element || element.matches("body, [type=time]"))
      return { name: "the page", outline: "browser default" };
    return {
      name: element.outerHTML.slice(0, 120),
      outline: getComputedStyle(element).outlineStyle,
    };
  });
