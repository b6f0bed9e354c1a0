import { openPage } from "./every-page/pages.ts";
import { expect, test } from "./fixtures.ts";

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
  await page.getByLabel("Adresse de réponse").fill("visiteur@example.com");
  await page.getByLabel("Message").fill("Nous sommes douze et lisons tôt le matin.");
  await page.getByRole("button", { name: "Envoyer" }).click();
  await expect(page.getByText(/Référence M-[2-9A-Z]{8}/)).toBeVisible();
});
