import { styled } from "styled-components";
import { ErrorBoundary } from "../../components/error-boundary.tsx";
import { PageBody, PageTitle } from "../../components/page.tsx";
import { useTranslation } from "react-i18next";
import { up } from "../../styles/media.ts";
import { token } from "../../styles/token.ts";
import { HistoryCard } from "./history-card.tsx";
import { SystemCard } from "./system-card.tsx";

export default function MessageStatusPage() {
  const { t } = useTranslation();
  return (
    <PageBody>
      <PageTitle>{t("status.title")}</PageTitle>
      <Columns>
        <ErrorBoundary>
          <SystemCard />
        </ErrorBoundary>
        <ErrorBoundary>
          <HistoryCard />
        </ErrorBoundary>
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
