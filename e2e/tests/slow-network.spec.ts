/// <reference lib="dom" />
import type { Page } from "playwright/test";
import { expect, test } from "./fixtures.ts";
import { holdRequests, signUp, toast } from "./visitor.ts";

/** What the Web Vitals call good is 0.1. */
const mostShift = 0.01;

/** In the page: how much of it has moved by itself. */
const shifted = (page: Page): Promise<number> =>
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
  { path: "/account", read: ["user/preferences", "user/delivery-hours"], shows: /^08:00$/ },
  {
    path: "/settings",
    read: ["user/preferences", "categories", "user/categories", "user/whatsapp/opt-in"],
    shows: "Culture",
  },
  { path: "/message-status", read: ["message-history"], shows: "Aucun message pour l’instant" },
];

for (const width of [320, 1440]) {
  test(`what is read slowly keeps its place at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await signUp(page, "slow");
    for (const { path, read, shows } of cards) {
      const { release } = await holdRequests(page, ...read.map((each) => `**/api/${each}`));
      await page.goto(path);
      const main = page.getByRole("main");
      await expect(main.locator("[aria-busy=true]").first()).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      release();
      await expect(main.getByText(shows).first()).toBeVisible();
      await expect(main.locator("[aria-busy=true]")).toHaveCount(0);
      expect(await shifted(page), path).toBeLessThanOrEqual(mostShift);
    }
  });
}

/** From here on the network is as slow as a train’s. */
async function onPoorLine(page: Page): Promise<void> {
  const line = await page.context().newCDPSession(page);
  await line.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: 200 * 1024,
    uploadThroughput: 90 * 1024,
  });
}

test("over a poor line the front page stays where it is, and does what is pressed", async ({
  page,
}) => {
  await onPoorLine(page);
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: "Choisir Essentiel" })).toBeVisible();
  expect(await shifted(page)).toBeLessThanOrEqual(mostShift);
  await page.getByRole("switch", { name: "English" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Today, out loud.");
  await page.getByRole("banner").getByRole("link", { name: "Get started" }).click();
  await expect(page.getByLabel("Username")).toBeEnabled();
});

for (const width of [360, 412]) {
  test(`typefaces that come late move nothing at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 823 });
    for (const path of ["/?lang=fr", "/?lang=en"]) {
      const { release } = await holdRequests(page, "**/*.woff2");
      await page.goto(path, { waitUntil: "commit" });
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect(await typefaces(page)).not.toContain("loaded");
      release();
      await expect.poll(() => typefaces(page)).toContain("loaded");
      await page.evaluate(() => document.fonts.ready);
      expect(await shifted(page), path).toBeLessThanOrEqual(mostShift);
      await page.unroute("**/*.woff2");
    }
  });
}

/** How far the reading of each is. */
const typefaces = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Array.from(document.fonts, ({ family, status }) =>
      family.endsWith("Variable") ? status : "of the machine",
    ),
  );

test.describe("while the next page is on its way", () => {
  const menuButton = (page: Page) => page.getByRole("button", { name: "Menu du compte" });
  const choose = async (page: Page, name: string) => {
    await menuButton(page).click();
    await page.getByRole("menuitem", { name }).click();
  };

  for (const from of ["/", "/account"]) {
    test(`a menu that is opened on ${from} stays open`, async ({ page }) => {
      await signUp(page, "menu");
      const { release } = await holdRequests(page, "**/assets/settings-page*");
      await page.goto(from);
      await choose(page, "Réglages");
      await menuButton(page).click();
      await expect(page.getByRole("menu")).toBeVisible();
      release();
      await expect(page.getByRole("heading", { level: 1, name: "Réglages" })).toBeAttached();
      // What comes late has come now.
      await page.waitForLoadState("networkidle");
      await expect(page.getByRole("menu")).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(page.getByRole("menu")).toBeHidden();
      await expect(menuButton(page)).toBeFocused();
    });
  }

  test("the front page is left for the content of the next one", async ({ page }) => {
    await signUp(page, "early");
    const { release } = await holdRequests(page, "**/assets/account-page*");
    await page.goto("/", { waitUntil: "commit" });
    await choose(page, "Compte");
    release();
    await expect(page.getByRole("heading", { level: 1, name: /^Bonjour/ })).toBeVisible();
    await expect(page.getByRole("main")).toBeFocused();
  });

  test("the front page is left before it is there itself", async ({ page }) => {
    await signUp(page, "early");
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

  test("over a poor line the focus ends at the content of the next page", async ({ page }) => {
    await signUp(page, "line");
    await onPoorLine(page);
    await page.goto("/", { waitUntil: "commit" });
    await choose(page, "Réglages");
    await expect(page.getByRole("heading", { level: 1, name: "Réglages" })).toBeVisible();
    await page.waitForLoadState("networkidle");
    await expect(page.getByRole("main")).toBeFocused();
  });
});

test.describe("an answer that never comes", () => {
  test.use({ tolerated: /ERR_FAILED/ });

  test("is given up, said, and asked for again", async ({ page }) => {
    await signUp(page, "lost");
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
