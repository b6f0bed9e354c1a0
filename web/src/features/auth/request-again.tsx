import { useTranslation } from "react-i18next";
import { Button } from "../../components/button.tsx";
import { useFailureToast } from "../../toasts/use-failure-toast.ts";
import { useToast } from "../../toasts/use-toast.ts";
import { useRequestPasswordResetMutation, type ResetRequest } from "./recovery-api.ts";

/** Asks for another link or code. */
export function RequestAgain({ request }: { request: ResetRequest }) {
  const { t } = useTranslation();
  const toast = useToast();
  const fail = useFailureToast();
  const [requestReset, { isLoading }] = useRequestPasswordResetMutation();
  const send = async () => {
    const { error } = await requestReset(request);
    if (error) fail("recovery.request.failure", error);
    else toast({ title: t("recovery.again.done"), description: t("recovery.again.doneText") });
  };
  return (
    <Button block busy={isLoading} onClick={send}>
      {t(`recovery.again.${request.by}`)}
    </Button>
  );
}
