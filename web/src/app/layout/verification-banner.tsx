import { MailWarning, X } from "lucide-react";
import { useEffect, useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import { styled } from "styled-components";
import { sessionApi } from "../../api/resources/session-api.ts";
import { Breakable } from "../../components/breakable.tsx";
import { Button } from "../../components/button.tsx";
import { Wrap } from "../../components/page.tsx";
import { hiddenVerificationStorageKey } from "../../config/constants.ts";
import { SendVerification } from "../../session/send-verification.tsx";
import { notPrinted, textStyle, token, wrapped } from "../../styles/theme.ts";

/** Asks the reader to verify the address. Hidden for the session of the tab when the reader closes it. */
export default function VerificationBanner({ email }: { email: string }) {
  const { t } = useTranslation();
  const [hidden, setHidden] = useState(
    () => sessionStorage.getItem(hiddenVerificationStorageKey) === email,
  );
  useCheckOnReturn();
  if (hidden) return null;
  const hide = () => {
    sessionStorage.setItem(hiddenVerificationStorageKey, email);
    setHidden(true);
  };
  return (
    <Bar aria-label={t("verification.label")}>
      <Line>
        <MailWarning />
        <p>
          <Trans
            i18nKey="verification.text"
            values={{ email }}
            components={{ b: <b />, email: <Breakable /> }}
          />
        </p>
        <SendVerification size="sm">{t("verification.send")}</SendVerification>
        <Button size="sm" variant="ghost" aria-label={t("verification.hide")} onClick={hide}>
          <X />
        </Button>
      </Line>
    </Bar>
  );
}

/** The link of the mail opens another tab or another app: checks the address when the reader comes back. */
function useCheckOnReturn(): void {
  const [check] = sessionApi.useLazyConfirmedQuery();
  useEffect(() => {
    const onChange = () => {
      if (!document.hidden) void check("emailVerified");
    };
    document.addEventListener("visibilitychange", onChange);
    return () => document.removeEventListener("visibilitychange", onChange);
  }, [check]);
}

const Bar = styled.section`
  background: ${token("info-soft")};
  ${textStyle("fs-sm", "info")};
  ${notPrinted}
`;

const Line = styled(Wrap)`
  ${wrapped(`${token("s2")} ${token("s3")}`)}
  align-items: center;
  padding-block: ${token("s2")};
  > p {
    /* On a narrow phone, still beside the icon. */
    flex: 1 1 min(16rem, 100% - 2rem);
    min-width: 0;
    overflow-wrap: anywhere;
  }
`;
