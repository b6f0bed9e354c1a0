import { RefreshCw } from "lucide-react";
import type { ComponentProps } from "react";
import { useTranslation } from "../i18n/translation.tsx";
import { Button } from "./button.tsx";

/** Asks again for what is missing or old; says « Réessayer » unless it has words of its own. */
export function RetryButton({ children, ...button }: Omit<ComponentProps<typeof Button>, "icon">) {
  const { t } = useTranslation();
  return (
    <Button icon={<RefreshCw size={18} strokeWidth={1.75} aria-hidden />} {...button}>
      {children ?? t("common.retry")}
    </Button>
  );
}
