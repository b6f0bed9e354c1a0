import { Inbox, WifiOff } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { styled } from "styled-components";
import { Between, Card, CardTitle } from "../../components/card.tsx";
import { Empty } from "../../components/empty.tsx";
import { RetryButton } from "../../components/retry-button.tsx";
import { token } from "../../styles/token.ts";
import { useHistoryQuery } from "./deliveries-api.ts";
import { HistoryItem, HistorySkeleton } from "./history-entry.tsx";
import { useFailureToast } from "../../toasts/use-failure-toast.ts";

export function HistoryCard() {
  const { t } = useTranslation();
  const fail = useFailureToast();
  const { data, error, isError, isLoading, isFetching, refetch } = useHistoryQuery();

  // A failed query keeps its last data. It is not shown, because it would look current.
  const entries = isError ? [] : (data ?? []);

  useEffect(() => {
    if (!error) return;
    fail("status.historyFailed", error, "status.historyFailedText");
  }, [error, fail]);

  return (
    <Card aria-labelledby="history-title">
      <Head>
        <CardTitle id="history-title">{t("status.history")}</CardTitle>
        <RetryButton variant="ghost" size="sm" busy={isFetching} onClick={refetch}>
          {t("status.refresh")}
        </RetryButton>
      </Head>
      {isLoading ? <HistorySkeleton /> : null}
      {isError && !isFetching ? (
        <Empty
          icon={WifiOff}
          title={t("status.unavailableTitle")}
          text={t("status.unavailableText")}
        />
      ) : null}
      {data && !isError && entries.length === 0 ? (
        <Empty icon={Inbox} title={t("status.emptyTitle")} text={t("status.emptyText")} />
      ) : null}
      {entries.length > 0 ? (
        <ul>
          {entries.map((entry) => (
            <HistoryItem key={entry.id} entry={entry} />
          ))}
        </ul>
      ) : null}
    </Card>
  );
}

const Head = styled(Between)`
  margin-bottom: ${token("s4")};
`;
