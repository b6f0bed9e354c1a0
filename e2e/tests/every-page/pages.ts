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

/** Opens a page and waits until it is hydrated, idle and has no request in flight. */
export async function openPage(page: Page, path: string): Promise<void> {
  const inFlight = new Set<Request>();
  const begin = (request: Request) => void inFlight.add(request);
  const end = (request: Request) => void inFlight.delete(request);
  page.on("request", begin).on("requestfinished", end).on("requestfailed", end);
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const isSettled = async () => {
    const wasQuiet = inFlight.size === 0;
    // The page handles a response, and perhaps sends the next request, before it is idle.
    const isHydrated = await page.evaluate(whenIdle);
    return isHydrated && wasQuiet && inFlight.size === 0;
  };
  await expect.poll(isSettled, { message: `${path} settles`, intervals: [50] }).toBe(true);
  page.off("request", begin).off("requestfinished", end).off("requestfailed", end);
}

/** Runs in the page. @returns whether React has rendered or hydrated the heading */
async function whenIdle(): Promise<boolean> {
  await new Promise((resolve) => requestIdleCallback(resolve));
  await document.fonts.ready;
  return Object.keys(document.querySelector("h1") ?? {}).some((key) => key.startsWith("__react"));
}

/** Resizes the page, and waits until its media queries see the new width: a few frames later on an emulated phone. */
export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate(async (px) => {
    while (!matchMedia(`(width: ${px}px)`).matches) await new Promise(requestAnimationFrame);
  }, width);
}

/** Sets the colour scheme, and waits until transitions between the colours have ended. */
export async function setScheme(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.evaluate(async () => {
    const isRunning = ({ playState }: Animation) => playState === "running";
    while (document.getAnimations().some(isRunning)) await new Promise(requestAnimationFrame);
  });
}
