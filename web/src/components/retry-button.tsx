import { RefreshCw } from "lucide-react";
import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "./button.tsx";

/** Loads missing or old data again; labelled « Réessayer » unless it has children. */
export function RetryButton({ children, ...button }: Omit<ComponentProps<typeof Button>, "icon">) {
  const { t } = useTranslation();
  return (
    <Button icon={RefreshCw} {...button}>
      {children ?? t("common.retry")}
    </Button>
  );
}
