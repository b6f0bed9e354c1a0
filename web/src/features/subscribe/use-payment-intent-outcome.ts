import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";
import { serverMessage } from "../../api/api-error.ts";
import { api } from "../../api/base-api.ts";
import type { PaymentIntent } from "../../api/resources/billing-api.ts";
import { paths } from "../../config/paths.ts";
import { useAppDispatch } from "../../store/hooks.ts";
import { useToast } from "../../toasts/use-toast.ts";

/** Shows the result of a payment intent once, and opens the account page when nothing is left to pay. */
export function usePaymentIntentOutcome(intent: PaymentIntent | undefined, failure: unknown): void {
  const { t } = useTranslation();
  const toast = useToast();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const shown = useRef<unknown>(undefined);

  useEffect(() => {
    const outcome = failure ?? intent;
    if (!outcome || shown.current === outcome) return;
    shown.current = outcome;
    if (failure) {
      toast({
        title: t("subscribe.failed"),
        description: serverMessage(failure) ?? t("subscribe.failedText"),
        variant: "destructive",
      });
      return;
    }
    if (!intent) return;
    if (intent.simulated) toast({ title: t("subscribe.simulated") });
    if (intent.clientSecret) return;
    if (!intent.simulated) {
      toast({ title: t("subscribe.created"), description: t("subscribe.createdText") });
    }
    dispatch(api.util.invalidateTags(["Me", "Subscription"]));
    void navigate(paths.account);
  }, [intent, failure, t, toast, navigate, dispatch]);
}
