import { useTranslation } from "../../i18n/translation.tsx";
import { styled } from "styled-components";
import { PageBody, PageTitle } from "../../components/page.tsx";
import { HistoryCard } from "../../features/message-status/history-card.tsx";
import { SystemCard } from "../../features/message-status/system-card.tsx";
import { up } from "../../styles/media.ts";
import { token } from "../../styles/token.ts";
import { CrashRegion } from "../../components/crash.tsx";

export default function MessageStatusPage() {
  const { t } = useTranslation();
  return (
    <PageBody>
      <PageTitle>{t("status.title")}</PageTitle>
      <Columns>
        <CrashRegion>
          <SystemCard />
        </CrashRegion>
        <CrashRegion>
          <HistoryCard />
        </CrashRegion>
      </Columns>
    </PageBody>
  );
}

const Columns = styled.div`
  display: grid;
  gap: ${token("s5")} ${token("s6")};
  align-items: start;
  ${up("lg")} {
    grid-template-columns: 5fr 7fr;
  }
`;
