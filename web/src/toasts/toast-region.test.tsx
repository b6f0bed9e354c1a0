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

test("shows a toast when the toaster does not load, and tries again for the next one", async () => {
  const store = makeStore();
  render(
    <Provider store={store}>
      <ToastRegion />
    </Provider>,
  );
  const add = async (title: string) => {
    act(() => void store.dispatch(toasts.actions.add({ title, description: "Réessayez." })));
    await vi.waitFor(() => pass(1));
  };
  await add("Historique indisponible");
  await vi.waitFor(() => expect(screen.getByText("Historique indisponible")).toBeVisible());
  expect(screen.getByText(/Réessayez\./)).toBeVisible();
  await pass(5000);
  expect(screen.queryByText("Historique indisponible")).toBeNull();

  network.isUp = true;
  await add("Catégorie ajoutée");
  await vi.waitFor(() => expect(screen.getByText("the toaster")).toBeVisible());
});
