import type { APIRequestContext, Page } from "playwright/test";
import { createReader, expect, type Reader } from "./fixtures.ts";

const headers = { "x-requested-with": "XMLHttpRequest" };

/** Creates an account and logs in through the API, in the browser of this page. */
export const signUp = (page: Page, name: string): Promise<Reader> =>
  createReader(page.request, name);

/**
 * Creates an account with these categories through the API, and connects this phone. Returns when the phone, which
 * replies to the opt-in message automatically, has confirmed its number.
 */
export async function connectReader(
  request: APIRequestContext,
  digits: string,
  categories: readonly number[],
): Promise<void> {
  const post = async (path: string, data: object) =>
    expect(await request.post(path, { headers, data })).toBeOK();
  const account = { email: `reader.${digits}@example.com`, password: "correct horse battery" };
  await post("/api/signup", { username: `reader ${digits}`, ...account });
  await post("/api/login", account);
  await avoidSchedule(request);
  for (const categoryId of categories) await post("/api/user/categories", { categoryId });
  await post("/api/user/whatsapp/connect", { phone: `+${digits}` });
  await expect(async () => {
    const { delivery } = await (await request.get("/api/user/export")).json();
    expect(delivery.confirmedAt).not.toBeNull();
  }).toPass({ timeout: 30_000 });
}

/**
 * Moves the reader's digests to twelve hours from now: tests count digests, also those that run at the default hour.
 *
 * @returns the new hour
 */
export async function avoidSchedule(request: APIRequestContext): Promise<string> {
  const later = new Date(Date.now() + 12 * 3_600_000);
  const format = { timeZone: "Europe/Paris", hour: "2-digit", minute: "2-digit" } as const;
  const deliveryTime = later.toLocaleTimeString("fr-FR", format);
  const saved = await request.patch("/api/user/preferences", { headers, data: { deliveryTime } });
  expect(saved).toBeOK();
  return deliveryTime;
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
