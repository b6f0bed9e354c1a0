import type { Language } from "@matinale/contracts/browser";
import { Clock, Inbox, WifiOff } from "lucide-react";
import { useEffect, useRef } from "react";
import { styled } from "styled-components";
import { loadedData } from "../../api/loaded-data.ts";
import { Between, Card, CardTitle } from "../../components/card.tsx";
import { Empty } from "../../components/empty.tsx";
import { Remark } from "../../components/page.tsx";
import { RetryButton } from "../../components/retry-button.tsx";
import { preferencesApi } from "../../api/resources/preferences-api.ts";
import { useTexts } from "../../i18n/use-texts.ts";
import { dayName, knownZone } from "../../lib/format.ts";
import { useNow } from "../../lib/use-now.ts";
import { token } from "../../styles/theme.ts";
import { deliveriesApi, type HistoryEntry } from "../../api/resources/deliveries-api.ts";
import { HistoryItem, HistorySkeleton } from "./history-entry.tsx";
import { useResultToasts } from "../../toasts/use-result-toasts.ts";

/** The time zone of the account, in which its editions are due; without one, times are in the zone of the browser. */
function useAccountZone() {
  const { data, isLoading } = preferencesApi.usePreferencesQuery();
  const timeZone = knownZone(data?.timezone);
  const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return { isLoading, timeZone, isForeign: timeZone !== undefined && timeZone !== browserZone };
}

export function HistoryCard() {
  const { t } = useTexts();
  const { fail } = useResultToasts();
  const history = deliveriesApi.useHistoryQuery(undefined, { refetchOnMountOrArgChange: true });
  const { error, isError, isFetching, refetch } = history;
  const entries = loadedData(history);
  const zone = useAccountZone();
  const isLoading = history.isLoading || zone.isLoading;

  // The error of an earlier visit stays in the cache until the next response.
  const shown = useRef(error);
  useEffect(() => {
    if (shown.current === error) return;
    shown.current = error;
    if (error) fail("status.historyFailed", error, "status.historyFailedText");
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
      {entries?.length === 0 && !isLoading ? (
        <Empty icon={Inbox} title={t("status.emptyTitle")} text={t("status.emptyText")} />
      ) : null}
      {entries?.length && !isLoading ? <Days entries={entries} zone={zone} /> : null}
    </Card>
  );
}

/** The entries by day, in the time zone of the account, which is named when the browser has another one. */
function Days({
  entries,
  zone,
}: {
  entries: HistoryEntry[];
  zone: ReturnType<typeof useAccountZone>;
}) {
  const { t, language } = useTexts();
  const now = useNow();
  const { timeZone, isForeign } = zone;
  return (
    <>
      {isForeign ? (
        <Remark>
          <Clock size={18} strokeWidth={1.75} />
          {t("status.zone", { zone: timeZone })}
        </Remark>
      ) : null}
      {[...byDay(entries, now, language, timeZone)].map(([day, ofDay]) => (
        <Day key={day}>
          <h3>{day}</h3>
          <ul>
            {ofDay.map((entry) => (
              <HistoryItem key={entry.id} entry={entry} timeZone={timeZone} />
            ))}
          </ul>
        </Day>
      ))}
    </>
  );
}

const instantOf = ({ timestamp }: HistoryEntry): Date | null =>
  timestamp == null ? null : new Date(timestamp * 1000);

/** Headings and their entries, in the order of the history. Entries without a timestamp have a date of the server. */
const byDay = (entries: HistoryEntry[], now: Date, language: Language, timeZone?: string) =>
  Map.groupBy(entries, (entry) => {
    const at = instantOf(entry);
    return at ? dayName(at, now, language, timeZone) : (entry.date ?? "");
  });

const Day = styled.div`
  margin-top: ${token("s4")};
  h3 {
    padding-bottom: ${token("s2")};
    border-bottom: 1px solid ${token("rule")};
    font-size: ${token("fs-sm")};
    font-weight: ${token("weight-strong")};
    &::first-letter {
      text-transform: uppercase;
    }
  }
`;

const Head = styled(Between)`
  margin-bottom: ${token("s2")};
`;
