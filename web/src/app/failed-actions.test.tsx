import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { actions, prepareActions, unexpected } from "../testing/failing-actions.ts";
import {
  endOfSession,
  everyFailure,
  fail,
  forEach,
  installFakeTimers,
  someFailures,
  waitWithFakeTimers,
} from "../testing/failures.ts";
import { gateway } from "../testing/gateway.ts";
import { visit } from "../testing/render-app.tsx";

beforeEach(() => {
  installFakeTimers();
  prepareActions();
});
afterEach(() => vi.useRealTimers());

/** The failures to which not all actions react in the same way, and some of the others. */
const failuresOf = (action: (typeof actions)[number], index: number) => {
  const possible = everyFailure.filter((failure) => !failure.onlyIfRead || action.readsBody);
  const own = possible.filter(
    ({ name, onlyIfRead }) => onlyIfRead || action.own?.[name] !== undefined,
  );
  return [...new Set([...own, ...someFailures(possible, index)])];
};

test.each(actions.map((action, index) => ({ ...action, failures: failuresOf(action, index) })))(
  "$call on $page: each failure shows a toast, and the action can be repeated",
  async (action) => {
    action.before?.();
    const { store, address } = await visit(action.page, {
      signedIn: !action.visitor,
      next: "/login",
    });
    const toast = () => store.getState().toasts.current;
    await action.prepare?.();
    await forEach(action.failures, async (failure) => {
      const before = toast()?.id;
      fail(action.call, failure);
      await action.act();
      await waitWithFakeTimers(() => expect(toast()?.id).not.toBe(before));
      expect(toast()).toMatchObject({
        title: action.title,
        description:
          (action.own ? action.own[failure.name] : failure.message) ?? action.text ?? unexpected,
        variant: "destructive",
      });
      await waitFor(() =>
        expect(document.querySelectorAll("button[aria-busy=true]")).toHaveLength(0),
      );
      expect(screen.queryByText(/s’est interrompu/)).toBeNull();
    });
    if (action.visitor) return;
    fail(action.call, endOfSession);
    gateway.state.signedIn = false;
    await action.act();
    await waitFor(() => expect(address()).toBe(action.leadsTo ?? "/login"));
    const endTitle = action.endTitle ?? "Votre session est terminée";
    await waitFor(() => expect(toast()?.title).toBe(endTitle));
  },
);
