import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { I18nextProvider } from "react-i18next";
import { Provider } from "react-redux";
import { createI18n } from "../i18n/i18n.ts";
import { makeStore } from "../store/make-store.ts";
import { ToastRegion } from "./toast-region.tsx";
import { toasts, type ToastContent } from "./toasts-slice.ts";

let store = makeStore();
const shown = () => screen.queryAllByRole("listitem").map((toast) => toast.textContent);
const add = (content: ToastContent) => {
  const action = toasts.actions.add(content);
  act(() => {
    store.dispatch(action);
  });
  return action.payload.id;
};
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

async function renderRegion() {
  store = makeStore();
  render(
    <Provider store={store}>
      <I18nextProvider i18n={await createI18n("fr")}>
        <ToastRegion />
      </I18nextProvider>
    </Provider>,
  );
}

// The first toast waits for its code, as long as this machine needs. The next ones are shown at once.
beforeAll(async () => {
  await renderRegion();
  add({ title: "Bonjour" });
  await screen.findByText("Bonjour");
  cleanup();
});

beforeEach(async () => {
  vi.useFakeTimers();
  await renderRegion();
});
afterEach(() => vi.useRealTimers());

test("a new toast replaces the one on the screen", async () => {
  add({ title: "Catégorie ajoutée" });
  await pass(0);
  add({ title: "Catégorie retirée" });
  expect(shown()).toEqual(["Catégorie retirée"]);
});

test("the text is on the page once, in the live region", async () => {
  add({ title: "Copié !", description: "Dans le presse-papiers." });
  // Radix adds its own announcement after two frames.
  await pass(100);
  for (const words of [/Copié !/, /Dans le presse-papiers/]) {
    const element = screen.getByText(words);
    expect(element).toBeVisible();
    expect(element.closest("[aria-live=assertive]")).toContainElement(screen.getByRole("listitem"));
  }
});

test("closes a toast after 5 s", async () => {
  add({ title: "Réglages enregistrés" });
  await pass(4999);
  expect(shown()).toHaveLength(1);
  await pass(1);
  expect(shown()).toEqual([]);
});

test.each([
  ["the pointer is on", fireEvent.pointerMove, fireEvent.pointerLeave],
  ["the focus is in", fireEvent.focusIn, fireEvent.focusOut],
])("a toast stays while %s it", async (_words, enter, leave) => {
  add({ title: "Réglages enregistrés" });
  await pass(3000);
  enter(screen.getByRole("listitem"));
  await pass(60_000);
  expect(shown()).toHaveLength(1);
  leave(screen.getByRole("region"));
  await pass(1999);
  expect(shown()).toHaveLength(1);
  await pass(1);
  expect(shown()).toEqual([]);
});

test("removes a dismissed toast from the state after 1,000,000 ms", async () => {
  add({ title: "Copié !" });
  fireEvent.click(screen.getByRole("button", { name: "Fermer" }));
  expect(store.getState().toasts.current?.open).toBe(false);
  await pass(999_999);
  expect(store.getState().toasts.current).not.toBeNull();
  await pass(1);
  expect(store.getState().toasts.current).toBeNull();
});

test("a toast can be updated while it is shown", () => {
  const id = add({ title: "Envoi en cours" });
  act(() => {
    store.dispatch(toasts.actions.update({ id, title: "Édition envoyée" }));
  });
  expect(shown()).toEqual(["Édition envoyée"]);
});

test("F8 moves the focus to the notifications", () => {
  add({ title: "Réglages enregistrés" });
  fireEvent.keyDown(document, { code: "F8", key: "F8" });
  expect(screen.getByRole("list")).toHaveFocus();
});

test.each([
  [50, 1],
  [51, 0],
])("a swipe of %i px to the right leaves %i toast", (distance, left) => {
  add({ title: "Réglages enregistrés" });
  const toast = screen.getByRole("listitem");
  const at = (clientX: number) => ({ clientX, clientY: 0, button: 0, pointerId: 1 });
  fireEvent.pointerDown(toast, at(0));
  fireEvent.pointerMove(toast, at(distance - 1));
  fireEvent.pointerMove(toast, at(distance));
  fireEvent.pointerUp(toast, at(distance));
  expect(shown()).toHaveLength(left);
});

test("a failure is marked as destructive", () => {
  add({ title: "Connexion impossible", variant: "destructive" });
  expect(screen.getByRole("listitem")).toHaveAttribute("data-variant", "destructive");
});
