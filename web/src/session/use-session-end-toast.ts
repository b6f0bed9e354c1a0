import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { isApiError } from "../api/api-error.ts";
import { sessionApi } from "../api/resources/session-api.ts";
import { useTranslation } from "react-i18next";
import { useAppSelector } from "../store/hooks.ts";
import { useToast } from "../toasts/use-toast.ts";
import { isAfterLogout } from "./use-logout.ts";

const selectMe = sessionApi.endpoints.me.select();

/** Shows a toast when the session ends without a log-out, to explain the redirect to the log-in. */
export function useSessionEndToast(): void {
  const { t } = useTranslation();
  const toast = useToast();
  const { state } = useLocation();
  const { data, error, isError } = useAppSelector(selectMe);
  const wasSignedIn = useRef(false);

  useEffect(() => {
    if (isAfterLogout(state)) wasSignedIn.current = false;
    else if (data && !isError) wasSignedIn.current = true;
    else if (wasSignedIn.current && isApiError(error) && error.status === 401) {
      wasSignedIn.current = false;
      toast({
        title: t("common.sessionOver"),
        description: t("common.sessionOverText"),
        variant: "destructive",
      });
    }
  }, [state, data, error, isError, t, toast]);
}
