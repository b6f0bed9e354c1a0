import { useStore } from "react-redux";
import { useSearchParams } from "react-router-dom";
import { paths, redirectToSubscribe, subscribeHref } from "../../config/paths.ts";
import { useHydrating } from "../../lib/hydrating.tsx";
import { useNavigationState } from "../../lib/navigation-state.ts";
import { selectUnsavedPage } from "../../session/unsaved-input.tsx";
import type { RootState } from "../../store/make-store.ts";

/**
 * Where the log-in and the sign-up lead: to the account, back to the choice of a plan, or back to input that was not
 * saved. `?redirect=` has this one value: any other value could lead to another site.
 */
export function useNextPage() {
  const [search] = useSearchParams();
  const state = useNavigationState();
  const store = useStore<RootState>();
  // A mailed link has the plan in its address.
  const chosen = state?.plan ?? search.get("plan");
  // The build does not know the query.
  const hydrating = useHydrating();
  const isPurchase = search.get("redirect") === "subscribe" && !hydrating;
  const plan = Number(chosen);
  const subscribe = plan > 0 ? subscribeHref(plan) : paths.subscribe;
  return {
    /** Fills the field of the form. */
    email: search.get("email") ?? state?.email ?? "",
    /** After the log-in, which drops the unsaved input of another account. */
    next: () => (isPurchase ? subscribe : (selectUnsavedPage(store.getState()) ?? paths.account)),
    /** The plan to which the log-in leads; undefined when it leads elsewhere. */
    planId: isPurchase && plan > 0 ? plan : undefined,
    /** Another form, with what it needs to lead to the same page. */
    linkTo: (form: string, email: string) => ({
      to: isPurchase ? form + redirectToSubscribe : form,
      state: { email, plan: chosen },
    }),
  };
}
