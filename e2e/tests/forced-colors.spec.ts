import type { Locator } from "playwright/test";
import { expect, test } from "./fixtures.ts";
import { stubApi } from "./stubbed-api.ts";

test("a contrast theme shows what is highlighted, selected and switched on", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  await stubApi(page);
  await page.goto("/settings");

  await test.step("entries of a menu and of a list", async () => {
    const entry = page.getByRole("menuitem", { name: "Réglages" });
    await page.getByRole("button", { name: "Menu du compte" }).click();
    await expectChange(entry, () => entry.hover());
    await page.keyboard.press("Escape");
    const option = page.getByRole("option", { name: "Toutes les heures" });
    await page.getByRole("combobox", { name: "Fréquence" }).click();
    await expectChange(option, () => option.hover());
    await page.keyboard.press("Escape");
  });

  await test.step("tabs", async () => {
    await expectChange(page.getByRole("tab", { name: "Préférences" }), () =>
      page.getByRole("tab", { name: "Profil" }).click(),
    );
  });

  await test.step("the sample that is chosen", async () => {
    await page.goto("/");
    const voice = page.locator("label", { hasText: "Masculine" });
    await expectChange(voice, () => voice.click());
  });

  await test.step("switches", async () => {
    const english = page.getByRole("banner").getByRole("switch");
    const { background } = await looksOf(english);
    await expect(english.locator("span")).not.toHaveCSS("background-color", background);
    await expectChange(english, async () => {
      await english.click();
      await expect(english).toBeChecked();
    });
  });
});

/** The properties that show a state in a contrast theme, which gives all backgrounds one colour and keeps their opacity. */
const looksOf = (element: Locator) =>
  element.evaluate((shown) => {
    const { backgroundColor, borderBottomWidth } = getComputedStyle(shown);
    const [red, green, blue] = backgroundColor.match(/\d+/g) ?? [];
    return { background: `rgb(${red}, ${green}, ${blue})`, borderBottomWidth };
  });

async function expectChange(element: Locator, act: () => Promise<void>): Promise<void> {
  const before = await looksOf(element);
  await act();
  await expect.poll(() => looksOf(element)).not.toEqual(before);
}
