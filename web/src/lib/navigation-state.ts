import { useLocation } from "react-router-dom";

/** What a page leaves to the next one, where no log and no list of visited addresses shows it. */
interface NavigationState {
  email?: string;
  /** Id of the plan to which the log-in and the sign-up lead back. */
  plan?: string | null;
  topic?: string;
  /** The reader has left the session. */
  loggedOut?: boolean;
  /** A change inside the page, which does not scroll to the top. */
  keepsScroll?: boolean;
}

/** The state of the current navigation, which only the site itself writes; null without one, as for a link of another site. */
export const useNavigationState = (): NavigationState | null => useLocation().state;

export const keepsScroll: NavigationState = { keepsScroll: true };
