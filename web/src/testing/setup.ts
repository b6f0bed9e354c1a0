import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { gateway } from "./gateway.ts";

// Every file gets modules, and mocks of them, of its own. Hoisted, it runs before the imports of this file.
vi.hoisted(() => void vi.resetModules());

// Browser functions that the pages use and jsdom lacks.
Element.prototype.scrollIntoView = () => undefined;
Element.prototype.hasPointerCapture = () => false;
Element.prototype.setPointerCapture = () => undefined;
Element.prototype.releasePointerCapture = () => undefined;
URL.createObjectURL = () => "blob:preview";
URL.revokeObjectURL = () => undefined;
globalThis.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

// The default message prints the whole page, which does not help.
configure({
  getElementError: (message) => new Error(message ?? "not found"),
  // Pages are compiled at their first visit, which takes long on a busy machine.
  asyncUtilTimeout: 20_000,
});

vi.mock("@stripe/stripe-js/pure", async () => (await import("./fake-stripe.tsx")).stripeJs);
vi.mock("@stripe/react-stripe-js", async () => (await import("./fake-stripe.tsx")).reactStripe);

const consoleCalls: unknown[][] = [];
/** Timing warnings of the store's development checks, which depend on the machine. */
const timingWarning = /InvariantMiddleware took \d+ms/;

beforeAll(() => gateway.server.listen({ onUnhandledFrame: "error" }));

beforeEach(() => {
  consoleCalls.length = 0;
  for (const level of ["error", "warn"] as const) {
    vi.spyOn(console, level).mockImplementation((...words) => {
      if (!timingWarning.test(String(words[0]))) consoleCalls.push(words);
    });
  }
  vi.stubGlobal("scrollTo", () => undefined);
  localStorage.clear();
  sessionStorage.clear();
  gateway.reset();
});

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  document.documentElement.removeAttribute("lang");
  history.replaceState(null, "", "/");
  for (const cookie of document.cookie.split("; ")) {
    // jsdom has no Cookie Store API
    // oxlint-disable-next-line unicorn/no-document-cookie
    document.cookie = `${cookie.split("=")[0]}=; path=/; max-age=0`;
  }
  gateway.server.resetHandlers();
  // A test fails when React, styled-components or the fake gateway logs an error or a warning.
  if (consoleCalls.length > 0)
    throw new Error(consoleCalls.map((words) => words.join(" ")).join("\n"));
});

afterAll(() => gateway.server.close());
