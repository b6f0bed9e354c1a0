import { useEffect, useRef } from "react";
import { isUnauthenticated } from "../api/api-error.ts";
import { selectMe } from "../api/resources/session-api.ts";
import { useNavigationState } from "../lib/navigation-state.ts";
import { useAppSelector } from "../store/hooks.ts";
import { useResultToasts } from "../toasts/use-result-toasts.ts";

/** Shows a toast when the session ends without a log-out, to explain the redirect to the log-in. */
export function useSessionEndToast(): void {
  const { fail } = useResultToasts();
  const state = useNavigationState();
  const { data, error, isError } = useAppSelector(selectMe);
  const wasSignedIn = useRef(false);

  useEffect(() => {
    if (state?.loggedOut) wasSignedIn.current = false;
    else if (data && !isError) wasSignedIn.current = true;
    else if (wasSignedIn.current && isUnauthenticated(error)) {
      wasSignedIn.current = false;
      fail("common.sessionOver", undefined, "common.sessionOverText");
    }
  }, [state, data, error, isError, fail]);
}
