import type { Page } from "playwright/test";
import { openPage, signedInPages, stayOnSubscribe } from "./every-page.ts";
import { expect, test } from "./fixtures.ts";
import { signUp } from "./visitor.ts";

/** Addresses on this site to which links of the page lead. */
async function linksOf(page: Page): Promise<string[]> {
  const hrefs = await page
    .locator("a[href]")
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
  const { origin } = new URL(page.url());
  return hrefs
    .map((href) => new URL(href))
    .filter((url) => url.origin === origin && !url.pathname.startsWith("/api/"))
    .map(({ pathname, search, hash }) => pathname + search + hash);
}

/** Follows every link from these pages on, and reports those that lead to no page, or to no part of it. */
async function deadLinks(page: Page, from: readonly string[]): Promise<string[]> {
  const dead: string[] = [];
  const addresses = new Set(from);
  // The loop also visits the addresses that it adds.
  for (const address of addresses) {
    await openPage(page, address);
    const part = new URL(page.url()).hash.slice(1);
    const isMissing = part !== "" && (await page.locator(`[id="${part}"]`).count()) === 0;
    const isUnknown = (await page.getByText("404 Page Not Found").count()) > 0;
    if (isMissing || isUnknown) dead.push(address);
    for (const link of await linksOf(page)) addresses.add(link);
  }
  return dead;
}

test("every link of a visitor's pages leads to a page", async ({ page }) => {
  test.setTimeout(180_000);
  expect(await deadLinks(page, ["/"])).toEqual([]);
});

test("every link of a reader's pages leads to a page", async ({ page }) => {
  test.setTimeout(180_000);
  await signUp(page, "links");
  await stayOnSubscribe(page);
  expect(await deadLinks(page, signedInPages)).toEqual([]);
});

test("the description of the API is served", async ({ page }) => {
  await openPage(page, "/developers");
  const address = await page.getByRole("link", { name: /OpenAPI/ }).getAttribute("href");
  const answer = await page.request.get(address ?? "");
  expect(answer.status()).toBe(200);
  expect(await answer.json()).toMatchObject({ openapi: "3.1.0" });
});

test("a visitor's message gets a reference", async ({ page }) => {
  await openPage(page, "/contact?topic=quote");
  await expect(page.getByLabel("Sujet")).toHaveValue("quote");
  await page.getByLabel("Adresse de réponse").fill("visiteur@exemple.fr");
  await page.getByLabel("Message").fill("Nous sommes douze et lisons tôt le matin.");
  await page.getByRole("button", { name: "Envoyer" }).click();
  await expect(page.getByText(/Référence M-[2-9A-Z]{8}/)).toBeVisible();
});
