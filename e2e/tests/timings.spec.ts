/// <reference lib="dom" />
import type { Page } from "playwright/test";
import { expect, test } from "./fixtures.ts";
import { failRequests, holdRequests, signUp, toast } from "./visitor.ts";

test.use({ tolerated: /status of 500/ });

// That a toast closes after five seconds, and when the account page repeats its request, is tested with the site.
test("a reload, the list height and a swiped toast have the designed values", async ({ page }) => {
  await signUp(page, "zoe");
  await test.step("a category reloads the page after a second", async () => {
    await page.goto("/settings");
    const culture = page.getByRole("switch", { name: "Culture" });
    await expect(culture).toBeEnabled();
    // The page and its toast stay until the new page arrives.
    const { release } = await holdRequests(page, "**/settings");
    const added = isEverShown(page, "[data-variant]", "Catégorie ajoutée");
    const reload = page.waitForRequest("**/settings").then(() => performance.now());
    const loaded = page.waitForEvent("load");
    const pressed = performance.now();
    await culture.click();
    expect((await reload) - pressed).toBeGreaterThanOrEqual(1000);
    await added;
    release();
    await loaded;
    await expect(culture).toBeChecked();
  });

  await test.step("the list of time zones is 300 px high", async () => {
    await page.getByRole("combobox", { name: "Fuseau horaire" }).click();
    await expect(page.getByRole("option")).toHaveCount(11);
    const height = () =>
      page.getByRole("listbox").evaluate((list) => list.getBoundingClientRect().height);
    await expect.poll(height).toBeLessThanOrEqual(300);
    expect(await height()).toBeGreaterThan(250);
    await page.keyboard.press("Escape");
  });

  await test.step("a toast is swiped away", async () => {
    await failRequests(page, "user/preferences", 500);
    await page.getByRole("button", { name: "Enregistrer" }).press("Enter");
    await expect(toast(page)).toContainText("Rien n’a été enregistré");
    await swipe(page, 40);
    await expect(toast(page)).toHaveAttribute("data-swipe", "cancel");
    await swipe(page, 60);
    await expect(toast(page)).toHaveCount(0);
  });
});

/** Looks at every frame, also while the next page loads: a locator looks too seldom to see what lasts a second. */
const isEverShown = (page: Page, selector: string, text = ""): Promise<void> =>
  page.evaluate(
    async ([wanted, words]) => {
      const isShown = () =>
        Array.from(document.querySelectorAll(wanted)).some(({ textContent }) =>
          textContent.includes(words),
        );
      while (!isShown()) await new Promise(requestAnimationFrame);
    },
    [selector, text] as const,
  );

async function swipe(page: Page, width: number): Promise<void> {
  // Waits until the toast has its place. It stays as long as the pointer is on it.
  await toast(page).hover({ position: { x: 24, y: 24 } });
  const box = await toast(page).boundingBox();
  if (!box) throw new Error("there is no toast to swipe");
  const [x, y] = [box.x + 24, box.y + 24];
  await page.mouse.down();
  await page.mouse.move(x + width, y, { steps: 6 });
  await page.mouse.up();
}
