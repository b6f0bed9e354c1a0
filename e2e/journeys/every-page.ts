import type { Page } from "playwright/test";
import { signUp } from "./visitor.ts";

const open = ["/", "/login", "/signup", "/nowhere"];
const signedIn = ["/account", "/settings", "/subscribe", "/message-status"];
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
  for (const path of open) await visit(page, path, look);
  await signUp(page, username);
  // Without a way to pay, the page to subscribe stays where it is.
  await page.route("**/api/payment-configuration", (route) =>
    route.fulfill({ json: { publishableKey: null, simulated: false } }),
  );
  for (const path of signedIn) await visit(page, path, look);
}

async function visit(page: Page, path: string, look: (where: string) => Promise<void>) {
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await look(`${path} at ${width} px`);
  }
}
