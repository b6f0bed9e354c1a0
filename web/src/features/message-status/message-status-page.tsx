import { ErrorBoundary } from "../../components/error-boundary.tsx";
import { PageBody, PageTitle, Columns } from "../../components/page.tsx";
import { useTranslation } from "react-i18next";
import { HistoryCard } from "./history-card.tsx";
import { SystemCard } from "./system-card.tsx";

export default function MessageStatusPage() {
  const { t } = useTranslation();
  return (
    <PageBody>
      <PageTitle>{t("status.title")}</PageTitle>
      <Columns $proportion="5fr 7fr">
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
