import { CreditCard } from "lucide-react";
import { useTranslation } from "react-i18next";
import { styled } from "styled-components";
import { iconText, token } from "../../styles/theme.ts";

export function PaymentUnavailable() {
  const { t } = useTranslation();
  return (
    <CheckoutNotice role="alert">
      <CreditCard size={20} strokeWidth={1.75} />
      {/* The specification fixes this English text, on French pages, too. */}
      <span lang="en">{t("subscribe.unavailable")}</span>
    </CheckoutNotice>
  );
}

export const CheckoutNotice = styled.p`
  ${iconText("s2")};
  svg {
    color: ${token("text-muted")};
  }
`;
