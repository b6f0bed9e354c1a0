import type { Page } from "playwright/test";
import { signUp } from "./visitor.ts";

/** Pages that anybody may see. */
export const openPages = ["/", "/login", "/signup", "/nowhere"];
export const signedInPages = ["/account", "/settings", "/subscribe", "/message-status"];
const widths = [320, 768, 1440];

/**
 * Every page at every width, first for anybody, then for somebody who has just signed up.
 *
 * @param look  at the page as it is; `where` names it
 */
export async function visitEveryPage(
  page: Page,
  username: string,
  look: (where: string) => Promise<void>,
): Promise<void> {
  for (const path of openPages) await visit(page, path, look);
  await signUp(page, username);
  await stayOnSubscribe(page);
  for (const path of signedInPages) await visit(page, path, look);
}

/** Without a way to pay, the page to subscribe stays where it is. */
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

async function visit(page: Page, path: string, look: (where: string) => Promise<void>) {
  await openPage(page, path);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await look(`${path} at ${width} px`);
  }
}
