import { render, screen, waitFor } from "@testing-library/react";
import { lazy, Suspense } from "react";
import { I18nextProvider } from "react-i18next";
import { beforeEach, expect, test, vi } from "vitest";
import { createI18n } from "../i18n/i18n.ts";
import { reloadPage } from "../lib/reload-page.ts";
import { ErrorBoundary } from "./error-boundary.tsx";

vi.mock("../lib/reload-page.ts", () => ({ reloadPage: vi.fn<() => void>() }));

beforeEach(() => {
  vi.mocked(reloadPage).mockClear();
  // React logs every caught error to the console.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});

async function visitFailing(fault: Error) {
  const Page = lazy(() => Promise.reject(fault));
  render(
    <I18nextProvider i18n={await createI18n("fr")}>
      <ErrorBoundary>
        <Suspense fallback={null}>
          <Page />
        </Suspense>
      </ErrorBoundary>
    </I18nextProvider>,
  );
  await screen.findByRole("alert");
}

const outdated = new TypeError("Failed to fetch dynamically imported module: /assets/login-1.js");

test("a page of an older version reloads by itself, once", async () => {
  await visitFailing(outdated);
  await waitFor(() => expect(reloadPage).toHaveBeenCalledOnce());
});

test("a page that fails again after its reload offers a button to reload", async () => {
  sessionStorage.setItem("reloaded-at", String(Date.now()));
  await visitFailing(outdated);
  expect(screen.getByText("Quelque chose s’est interrompu ici")).toBeVisible();
  expect(reloadPage).not.toHaveBeenCalled();
  screen.getByRole("button", { name: "Recharger la page" }).click();
  expect(reloadPage).toHaveBeenCalledOnce();
});

test("an error in the code of the page does not reload it", async () => {
  await visitFailing(new Error("boom"));
  expect(reloadPage).not.toHaveBeenCalled();
});

test("an error in one region leaves the rest of the page", async () => {
  const Broken = () => {
    throw new Error("boom");
  };
  render(
    <I18nextProvider i18n={await createI18n("fr")}>
      <p>Historique</p>
      <ErrorBoundary>
        <Broken />
      </ErrorBoundary>
    </I18nextProvider>,
  );
  expect(screen.getByText("Historique")).toBeVisible();
  expect(screen.getByRole("alert")).toBeVisible();
});

test("without a network the page reloads only when the network is back", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await visitFailing(outdated);
  expect(screen.getByText(/reprend automatiquement/)).toBeVisible();
  expect(screen.queryByRole("button")).toBeNull();
  expect(reloadPage).not.toHaveBeenCalled();
  globalThis.dispatchEvent(new Event("online"));
  expect(reloadPage).toHaveBeenCalledOnce();
});
