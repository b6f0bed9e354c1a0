import { render, screen, waitFor } from "@testing-library/react";
import { lazy, Suspense } from "react";
import { TextsProvider } from "../i18n/translation.tsx";
import { beforeEach, expect, test, vi } from "vitest";
import { createI18n } from "../i18n/i18n.ts";
import { reloadPage } from "../lib/reload-page.ts";
import { CrashRegion } from "./crash.tsx";

vi.mock("../lib/reload-page.ts", () => ({ reloadPage: vi.fn<() => void>() }));

beforeEach(() => {
  vi.mocked(reloadPage).mockClear();
  // React writes every caught fault to the console.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});

async function visitFaulty(fault: Error) {
  const Page = lazy(() => Promise.reject(fault));
  render(
    <TextsProvider i18n={await createI18n("fr")}>
      <CrashRegion>
        <Suspense fallback={null}>
          <Page />
        </Suspense>
      </CrashRegion>
    </TextsProvider>,
  );
  await screen.findByRole("alert");
}

const outdated = new TypeError("Failed to fetch dynamically imported module: /assets/login-1.js");

test("a page of an older version reloads by itself, once", async () => {
  await visitFaulty(outdated);
  await waitFor(() => expect(reloadPage).toHaveBeenCalledOnce());
});

test("when that did not help, the page says so and leaves it to the reader", async () => {
  sessionStorage.setItem("reloaded-at", String(Date.now()));
  await visitFaulty(outdated);
  expect(screen.getByText("Quelque chose s’est interrompu ici")).toBeVisible();
  expect(reloadPage).not.toHaveBeenCalled();
  screen.getByRole("button", { name: "Recharger la page" }).click();
  expect(reloadPage).toHaveBeenCalledOnce();
});

test("a fault of the page itself reloads nothing by itself", async () => {
  await visitFaulty(new Error("boom"));
  expect(reloadPage).not.toHaveBeenCalled();
});

test("a fault in one region leaves the rest of the page", async () => {
  const Broken = () => {
    throw new Error("boom");
  };
  render(
    <TextsProvider i18n={await createI18n("fr")}>
      <p>Historique</p>
      <CrashRegion>
        <Broken />
      </CrashRegion>
    </TextsProvider>,
  );
  expect(screen.getByText("Historique")).toBeVisible();
  expect(screen.getByRole("alert")).toBeVisible();
});

test("without a network nothing reloads, until it is back", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await visitFaulty(outdated);
  expect(screen.getByText(/reprend automatiquement/)).toBeVisible();
  expect(screen.queryByRole("button")).toBeNull();
  expect(reloadPage).not.toHaveBeenCalled();
  globalThis.dispatchEvent(new Event("online"));
  expect(reloadPage).toHaveBeenCalledOnce();
});
