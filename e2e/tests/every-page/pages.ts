/// <reference lib="dom" />
import type { Page, Request } from "playwright/test";
import { expect } from "../fixtures.ts";

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

/** Without a payment method, the subscribe page does not redirect to the account. */
export async function stayOnSubscribe(page: Page): Promise<void> {
  await page.route("**/api/payment-configuration", (route) =>
    route.fulfill({ json: { publishableKey: null, simulated: false } }),
  );
}

/** Opens a page and waits until it is hydrated, has no request in flight, and stays the same. */
export async function openPage(page: Page, path: string, { signedIn = false } = {}) {
  const inFlight = new Set<Request>();
  const begin = (request: Request) => void inFlight.add(request);
  const end = (request: Request) => void inFlight.delete(request);
  page.on("request", begin).on("requestfinished", end).on("requestfailed", end);
  await page.goto(path);
  let before = "";
  const isStable = async () => {
    // A response that arrives meanwhile may not be shown yet.
    const wasQuiet = inFlight.size === 0;
    const now = await page.evaluate(whenIdle, signedIn);
    const isSame = now !== "" && now === before;
    before = now;
    return isSame && wasQuiet && inFlight.size === 0;
  };
  await expect.poll(isStable, { message: `${path} stops changing`, intervals: [100] }).toBe(true);
  page.off("request", begin).off("requestfinished", end).off("requestfailed", end);
}

/** Runs in the page. @returns its HTML, or nothing before it is hydrated and while a part of it loads */
async function whenIdle(signedIn: boolean): Promise<string> {
  await new Promise((resolve) => requestIdleCallback(resolve));
  await document.fonts.ready;
  const heading = document.querySelector("h1");
  const isHydrated = Object.keys(heading ?? {}).some((key) => key.startsWith("__react"));
  // React hides a page while one of its parts loads, and shows it up to 300 ms after the response.
  const isHidden = heading?.checkVisibility() === false;
  const isLoading = document.querySelector("main [aria-busy=true]") !== null;
  // The script of the account menu loads last.
  const hasMenu = document.querySelector("header [aria-haspopup=menu]") !== null;
  const isReady = isHydrated && !isHidden && !isLoading && hasMenu === signedIn;
  return isReady ? document.body.innerHTML : "";
}

/** Resizes the page, and waits until its media queries see the new width: a few frames later on an emulated phone. */
export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate(async (px) => {
    while (!matchMedia(`(width: ${px}px)`).matches) await new Promise(requestAnimationFrame);
  }, width);
}

/** Sets the colour scheme. With reduced motion, the colours change at once. */
export async function setScheme(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.evaluate(async (scheme) => {
    while (!matchMedia(`(prefers-color-scheme: ${scheme})`).matches)
      await new Promise(requestAnimationFrame);
  }, colorScheme);
}
