import { RefreshCw } from "lucide-react";
import { styled } from "styled-components";
import { useTranslation } from "../i18n/translation.tsx";
import { token } from "../styles/token.ts";
import { Button } from "./button.tsx";

interface LoadFailureProps {
  text: string;
  busy: boolean;
  onRetry: () => void;
}

/** What stands where something could not be read: what is missing, and the way to ask again. */
export function LoadFailure({ text, busy, onRetry }: LoadFailureProps) {
  const { t } = useTranslation();
  return (
    <Root>
      <p role="alert">{text}</p>
      <Button
        size="sm"
        busy={busy}
        icon={<RefreshCw size={18} strokeWidth={1.75} aria-hidden />}
        onClick={onRetry}
      >
        {t("common.retry")}
      </Button>
    </Root>
  );
}

const Root = styled.div`
  display: grid;
  gap: ${token("s3")};
  justify-items: start;
  padding-block: ${token("s2")};
`;
