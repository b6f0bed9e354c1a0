import { useTranslation } from "react-i18next";
import { useSendVerificationMutation } from "../api/resources/verification-api.ts";
import { useFailureToast } from "../toasts/use-failure-toast.ts";
import { useToast } from "../toasts/use-toast.ts";

/** Sends the link that verifies the address of the signed-in reader, and shows the result in a toast. */
export function useSendVerification() {
  const { t } = useTranslation();
  const toast = useToast();
  const fail = useFailureToast();
  const [sendVerification, { isLoading }] = useSendVerificationMutation();
  const send = async () => {
    const { error } = await sendVerification();
    if (error) fail("verification.failed", error);
    else toast({ title: t("verification.sent"), description: t("verification.sentText") });
  };
  return { send, busy: isLoading };
}
