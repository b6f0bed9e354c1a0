import { Navigate } from "react-router-dom";
import { ErrorBoundary } from "../../components/error-boundary.tsx";
import { PageBody, PageTitle, Columns } from "../../components/page.tsx";
import { PageLoading } from "../../components/page-loading.tsx";
import { paths } from "../../config/paths.ts";
import { useTranslation } from "react-i18next";
import { useSession } from "../../session/use-session.ts";
import { HistoryCard } from "./history-card.tsx";
import { SystemCard } from "./system-card.tsx";

export default function MessageStatusPage() {
  const { t } = useTranslation();
  const session = useSession();
  if (session.state === "signedOut") return <Navigate to={paths.login} replace />;
  if (session.state === "loading") return <PageLoading />;
  return (
    <PageBody>
      <PageTitle>{t("status.title")}</PageTitle>
      <Columns $proportion="5fr 7fr">
        <ErrorBoundary>
          <SystemCard me={session.me} />
        </ErrorBoundary>
        <ErrorBoundary>
          <HistoryCard connected={session.me.whatsappConnected} />
        </ErrorBoundary>
      </Columns>
    </PageBody>
  );
}
