import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { gateway } from "./gateway.ts";

// What jsdom leaves out and the page asks for.
Element.prototype.scrollIntoView = () => undefined;
Element.prototype.hasPointerCapture = () => false;
Element.prototype.setPointerCapture = () => undefined;
Element.prototype.releasePointerCapture = () => undefined;
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

// The page as text says nothing that the missing name does not.
configure({
  getElementError: (message) => new Error(message ?? "not found"),
  // Pages are compiled at their first visit, which takes a while on a busy machine.
  asyncUtilTimeout: 20_000,
});

const complaints: unknown[][] = [];
/** The store's checks time themselves: a busy machine is no fault. */
const aboutSpeed = /InvariantMiddleware took \d+ms/;

beforeAll(() => gateway.server.listen({ onUnhandledFrame: "error" }));

beforeEach(() => {
  complaints.length = 0;
  for (const level of ["error", "warn"] as const) {
    vi.spyOn(console, level).mockImplementation((...words) => {
      if (!aboutSpeed.test(String(words[0]))) complaints.push(words);
    });
  }
  vi.stubGlobal("scrollTo", () => undefined);
  localStorage.clear();
  sessionStorage.clear();
  gateway.reset();
});

afterEach(() => {
  cleanup();
  gateway.server.resetHandlers();
  // React, styled-components and the fake gateway complain on the console: that is a failure.
  if (complaints.length > 0) throw new Error(complaints.map((words) => words.join(" ")).join("\n"));
});

afterAll(() => gateway.server.close());
