/// <reference lib="dom" />
import type { Locator, Page } from "playwright/test";
import { expect, test } from "./fixtures.ts";
import { holdRequests, toast } from "./visitor.ts";

/** Ten times stricter than the "good" limit of the Web Vitals, 0.1. */
const maxShift = 0.01;

/** Cumulative layout shift of the page so far. */
const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            if (!Reflect.get(entry, "hadRecentInput")) sum += Reflect.get(entry, "value");
          }
        }).observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => setTimeout(() => resolve(sum)));
      }),
  );

const cards = [
  { path: "/account", requests: ["user/preferences", "user/delivery-hours"], shows: /^08:00$/ },
  {
    path: "/settings",
    requests: ["user/preferences", "categories", "user/categories", "user/whatsapp/opt-in"],
    shows: "Culture",
  },
  { path: "/message-status", requests: ["message-history"], shows: "Aucun message pour l’instant" },
];

test.describe("data that arrives late", () => {
  test.use({ storageState: ({ sharedReader }, use) => use(sharedReader) });

  for (const width of [320, 1440]) {
    test(`moves nothing at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      for (const { path, requests, shows } of cards) {
        const { release } = await holdRequests(page, ...requests.map((each) => `**/api/${each}`));
        await page.goto(path);
        const main = page.getByRole("main");
        await expect(main.locator("[aria-busy=true]").first()).toBeVisible();
        await page.evaluate(() => document.fonts.ready);
        release();
        await expect(main.getByText(shows).first()).toBeVisible();
        await expect(main.locator("[aria-busy=true]")).toHaveCount(0);
        expect(await layoutShift(page), path).toBeLessThanOrEqual(maxShift);
      }
    });
  }
});

/** Makes the network as slow as on a train. */
async function slowDown(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: 200 * 1024,
    uploadThroughput: 90 * 1024,
  });
}

/** Opens the front page. Chromium's emulated network rarely passes no byte any more: then it is set and opened again. */
async function openSlowly(page: Page, shown: Locator): Promise<void> {
  await expect(async () => {
    await slowDown(page);
    await page.goto("/", { waitUntil: "commit" });
    await expect(shown).toBeVisible();
  }).toPass({ timeout: 50_000 });
}

test("on a slow network the front page does not shift and reacts to clicks", async ({ page }) => {
  await openSlowly(page, page.getByRole("link", { name: "Choisir Essentiel" }));
  // The first script of the page records clicks. One before it has arrived is lost.
  await page.waitForFunction(() => "language" in localStorage);
  expect(await layoutShift(page)).toBeLessThanOrEqual(maxShift);
  await page.getByRole("switch", { name: "English" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The news, out loud.");
  await page.getByRole("banner").getByRole("link", { name: "Get started" }).click();
  await expect(page.getByLabel("Username")).toBeEnabled();
});

for (const width of [360, 412]) {
  test(`typefaces that arrive late move nothing at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 823 });
    for (const path of ["/?lang=fr", "/?lang=en"]) {
      const { release } = await holdRequests(page, "**/*.woff2");
      await page.goto(path, { waitUntil: "commit" });
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect(await typefaces(page)).not.toContain("loaded");
      release();
      await expect.poll(() => typefaces(page)).toContain("loaded");
      await page.evaluate(() => document.fonts.ready);
      expect(await layoutShift(page), path).toBeLessThanOrEqual(maxShift);
      await page.unroute("**/*.woff2");
    }
  });
}

/** Loading status of each typeface of the site. */
const typefaces = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Array.from(document.fonts, ({ family, status }) =>
      family.endsWith("Variable") ? status : "system font",
    ),
  );

test.describe("while the next page loads", () => {
  test.use({ storageState: ({ sharedReader }, use) => use(sharedReader) });

  const menuButton = (page: Page) => page.getByRole("button", { name: "Menu du compte" });
  const choose = async (page: Page, name: string) => {
    await menuButton(page).click();
    await page.getByRole("menuitem", { name }).click();
  };

  for (const from of ["/", "/account"]) {
    test(`a menu opened on ${from} stays open`, async ({ page }) => {
      const { release } = await holdRequests(page, "**/assets/settings-page*");
      await page.goto(from);
      await choose(page, "Réglages");
      await menuButton(page).click();
      await expect(page.getByRole("menu")).toBeVisible();
      release();
      await expect(page.getByRole("heading", { level: 1, name: "Réglages" })).toBeAttached();
      // Wait for late responses, which must not close the menu.
      await page.waitForLoadState("networkidle");
      await expect(page.getByRole("menu")).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(page.getByRole("menu")).toBeHidden();
      await expect(menuButton(page)).toBeFocused();
    });
  }

  test("the focus moves from the front page to the content of the next page", async ({ page }) => {
    const { release } = await holdRequests(page, "**/assets/account-page*");
    await page.goto("/", { waitUntil: "commit" });
    await choose(page, "Compte");
    release();
    await expect(page.getByRole("heading", { level: 1, name: /^Bonjour/ })).toBeVisible();
    await expect(page.getByRole("main")).toBeFocused();
  });

  test("a second navigation wins when the front page is still loading", async ({ page }) => {
    const landing = await holdRequests(page, "**/assets/landing-page*");
    const account = await holdRequests(page, "**/assets/account-page*");
    await page.goto("/nowhere");
    await page.getByRole("link", { name: "Matinale, accueil" }).click();
    await choose(page, "Compte");
    account.release();
    await expect(page.getByRole("heading", { level: 1, name: /^Bonjour/ })).toBeVisible();
    landing.release();
    await expect(page.getByRole("main")).toBeFocused();
  });

  test("on a slow network the focus ends at the content of the next page", async ({ page }) => {
    await openSlowly(page, menuButton(page));
    await choose(page, "Réglages");
    await expect(page.getByRole("heading", { level: 1, name: "Réglages" })).toBeVisible();
    await page.waitForLoadState("networkidle");
    await expect(page.getByRole("main")).toBeFocused();
  });
});

test.describe("a response that never arrives", () => {
  test.use({
    tolerated: /ERR_FAILED/,
    storageState: ({ sharedReader }, use) => use(sharedReader),
  });

  test("times out with a message, and can be requested again", async ({ page }) => {
    await page.clock.install();
    const { release } = await holdRequests(page, "**/api/message-history");
    await page.goto("/message-status");
    await expect(page.getByRole("main").locator("[aria-busy=true]").first()).toBeVisible();
    await page.clock.runFor(20_500);
    await expect(toast(page)).toContainText("Historique indisponible");
    await page.unroute("**/api/message-history");
    release();
    await page.getByRole("button", { name: "Actualiser" }).click();
    await expect(page.getByText("Aucun message pour l’instant")).toBeVisible();
  });
});
