import type { Page } from "playwright/test";
import { expect, test } from "./fixtures.ts";

interface Visitor {
  username: string;
  email: string;
  password: string;
}

const headers = { "x-requested-with": "XMLHttpRequest" };

/** Creates an account and logs in through the API, in the browser of this page. */
export async function signUp(page: Page, name: string): Promise<Visitor> {
  const username = `${name}${Date.now().toString(36)}${test.info().parallelIndex}`;
  const visitor = { username, email: `${username}@exemple.fr`, password: "correct horse battery" };
  const created = await page.request.post("/api/signup", { headers, data: visitor });
  expect(created.ok(), await created.text()).toBe(true);
  const { email, password } = visitor;
  const login = await page.request.post("/api/login", { headers, data: { email, password } });
  expect(login.ok(), await login.text()).toBe(true);
  return visitor;
}

/** Stores a language choice as an earlier visit would have. */
export async function setLanguage(page: Page, language: string): Promise<void> {
  const url = process.env["APP_URL"] ?? "";
  await page.context().addCookies([{ name: "language", value: language, url }]);
  await page.addInitScript((chosen) => localStorage.setItem("language", chosen), language);
}

/** The toasts on the screen. */
export const toast = (page: Page) =>
  page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");

/** Makes requests to this path fail until `recover` is called. */
export async function failRequests(page: Page, path: string, status: number, message?: string) {
  const body = message ? { message, code: "INTERNAL", requestId: "e2e" } : {};
  await page.route(`**/api/${path}`, (route) => route.fulfill({ status, json: body }));
  return { recover: () => page.unroute(`**/api/${path}`) };
}

/** Holds back requests to these addresses until `release` is called. */
export async function holdRequests(
  page: Page,
  ...addresses: string[]
): Promise<{ release: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const address of addresses) {
    await page.route(address, async (route) => {
      await promise;
      await route.continue().catch(() => undefined);
    });
  }
  return { release: resolve };
}
