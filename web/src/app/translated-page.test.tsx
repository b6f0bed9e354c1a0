import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { actions, prepareActions } from "../testing/failing-actions.ts";
import { fail, installFakeTimers, internalError, waitWithFakeTimers } from "../testing/failures.ts";
import { visit } from "../testing/render-app.tsx";

const changes = new MutationObserver(() => translate());

/** Puts every text into a new element, as the translation of a browser does: the text nodes of React are gone. */
function translate(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: CharacterData[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as CharacterData);
  for (const text of texts) {
    if (text.parentElement?.localName === "font") continue;
    text.replaceWith(Object.assign(document.createElement("font"), { textContent: text.data }));
  }
  changes.observe(document.body, { childList: true, subtree: true });
}

beforeEach(() => {
  installFakeTimers();
  prepareActions();
});
afterEach(() => {
  changes.disconnect();
  vi.useRealTimers();
});

test.each(actions)("$call works on $page while the browser translates it", async (action) => {
  action.before?.();
  const { store } = await visit(action.page, { signedIn: !action.visitor });
  const toast = () => store.getState().toasts.current;
  await action.prepare?.();
  translate();
  const before = toast()?.id;
  fail(action.call, internalError);
  await action.act();
  await waitWithFakeTimers(() => expect(toast()?.id).not.toBe(before));
  await waitWithFakeTimers(() =>
    expect(document.querySelectorAll("button[aria-busy=true]")).toHaveLength(0),
  );
  expect(screen.queryByText(/s’est interrompu/)).toBeNull();
});

test.each(["/", "/login", "/help", "/account", "/settings", "/subscribe", "/message-status"])(
  "%s changes its language while the browser translates it",
  async (page) => {
    await visit(page, { signedIn: true });
    await screen.findByRole("contentinfo");
    await waitFor(() => expect(document.querySelector("main [aria-busy=true]")).toBeNull());
    translate();
    fireEvent.click(screen.getByRole("switch", { name: "English" }));
    await waitFor(() => expect(document.documentElement.lang).toBe("en"));
    await screen.findByRole("heading", { level: 1 });
    expect(screen.queryByText(/has stopped working/)).toBeNull();
  },
);
