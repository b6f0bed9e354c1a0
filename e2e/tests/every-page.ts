import type { Page } from "playwright/test";
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

async function visit(page: Page, path: string, inspect: (where: string) => Promise<void>) {
  await openPage(page, path);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await inspect(`${path} at ${width} px`);
  }
}
