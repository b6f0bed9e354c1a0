import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Provider } from "react-redux";
import { makeStore } from "../store/make-store.ts";
import { ToastRegion } from "./toast-region.tsx";
import { toasts } from "./toasts-slice.ts";

const network = vi.hoisted(() => ({ isUp: false }));
vi.mock("./toaster.tsx", () => {
  if (!network.isUp) throw new TypeError("Failed to fetch dynamically imported module");
  return { default: () => "the toaster" };
});

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
/** The code of a toast arrives when this machine has time for it. */
const finds = (text: string) =>
  vi.waitFor(
    async () => {
      await pass(1);
      expect(screen.getByText(text)).toBeVisible();
    },
    { timeout: 20_000, interval: 1 },
  );

test("shows a toast when the toaster does not load, and tries again for the next one", async () => {
  const store = makeStore();
  render(
    <Provider store={store}>
      <ToastRegion />
    </Provider>,
  );
  const add = (title: string) =>
    act(() => void store.dispatch(toasts.actions.add({ title, description: "Réessayez." })));
  add("Historique indisponible");
  await finds("Historique indisponible");
  expect(screen.getByText(/Réessayez\./)).toBeVisible();
  await pass(5000);
  expect(screen.queryByText("Historique indisponible")).toBeNull();

  network.isUp = true;
  add("Catégorie ajoutée");
  await finds("the toaster");
});
