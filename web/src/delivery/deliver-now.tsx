import { Send } from "lucide-react";
import { useTranslation } from "react-i18next";
import { deliveriesApi } from "../api/resources/deliveries-api.ts";
import { ActionButton } from "../toasts/action-button.tsx";

export function DeliverNow({ disabled = false }: { disabled?: boolean }) {
  const { t } = useTranslation();
  const [deliver] = deliveriesApi.useDeliverNowMutation();
  return (
    <ActionButton
      size="sm"
      variant="primary"
      disabled={disabled}
      icon={Send}
      run={() => deliver().unwrap()}
      done={["account.deliverNow.sent", "account.deliverNow.sentText"]}
      failed={["account.deliverNow.failed", "account.deliverNow.failedText"]}
    >
      {t("account.deliverNow.button")}
    </ActionButton>
  );
}
