import type { Page } from "playwright/test";
import { expect } from "./fixtures.ts";
import { signUp } from "./visitor.ts";

/** Pages that need no session. */
export const publicPages = [
  "/",
  "/login",
  "/signup",
  "/terms",
  "/privacy",
  "/cookies",
  "/legal",
  "/help",
  "/status",
  "/partners",
  "/developers",
  "/contact",
  "/forgot-password",
  "/reset-password?token=unknown",
  "/verify-email",
  "/confirm-email",
  "/nowhere",
];
export const signedInPages = ["/account", "/settings", "/subscribe", "/message-status"];
const widths = [320, 768, 1440];

/**
 * Opens every page at every width: public pages first, then those of a new account.
 *
 * @param inspect  checks the page as it is now; `where` names page and width
 */
export async function visitEveryPage(
  page: Page,
  username: string,
  inspect: (where: string) => Promise<void>,
): Promise<void> {
  for (const path of publicPages) await visit(page, path, inspect);
  await signUp(page, username);
  await stayOnSubscribe(page);
  for (const path of signedInPages) await visit(page, path, inspect);
}

/** Without a payment method, the subscribe page does not redirect to the account. */
export async function stayOnSubscribe(page: Page): Promise<void> {
  await page.route("**/api/payment-configuration", (route) =>
    route.fulfill({ json: { publishableKey: null, simulated: false } }),
  );
}

export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
}

/** Resizes the page, and waits until its media queries see the new width: a few frames later on an emulated phone. */
export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  const isApplied = () => page.evaluate((px) => matchMedia(`(width: ${px}px)`).matches, width);
  await expect.poll(isApplied, { message: `${width} px` }).toBe(true);
}

async function visit(page: Page, path: string, inspect: (where: string) => Promise<void>) {
  await openPage(page, path);
  for (const width of widths) {
    await resize(page, width, 900);
    await inspect(`${path} at ${width} px`);
  }
}
