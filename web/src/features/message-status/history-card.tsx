import type { Language } from "@matinale/contracts/browser";
import { Clock, Inbox, WifiOff } from "lucide-react";
import { useEffect, useRef } from "react";
import { styled } from "styled-components";
import { loadedData, RetryButton } from "../../components/load-failure.tsx";
import { Stack, TitledCard } from "../../components/card.tsx";
import { Empty } from "../../components/empty.tsx";
import { Remark } from "../../components/page.tsx";
import { BoxPlaceholder, Skeleton } from "../../components/skeleton.tsx";
import { useTexts } from "../../i18n/use-texts.ts";
import { dayName } from "../../lib/format.ts";
import { groupBy } from "../../lib/group-by.ts";
import { useAccountZone } from "../../session/use-account-time.ts";
import { token } from "../../styles/theme.ts";
import { deliveriesApi, type HistoryEntry } from "../../api/resources/deliveries-api.ts";
import { HistoryItem } from "./history-entry.tsx";
import { useResultToasts } from "../../toasts/use-result-toasts.ts";

export function HistoryCard({ connected }: { connected: boolean }) {
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
    <TitledCard
      title={t("status.history")}
      aside={
        <RetryButton variant="ghost" size="sm" busy={isFetching} onClick={refetch}>
          {t("status.refresh")}
        </RetryButton>
      }
    >
      {isLoading ? (
        <Skeleton label={t("status.historyLoading")}>
          <Stack $gap="s4">
            {[1, 2, 3].map((entry) => (
              <BoxPlaceholder key={entry} $height="5.5rem" />
            ))}
          </Stack>
        </Skeleton>
      ) : null}
      {isError && !isFetching ? (
        <Empty
          icon={WifiOff}
          title={t("status.unavailableTitle")}
          text={t("status.unavailableText")}
        />
      ) : null}
      {entries?.length === 0 && !isLoading ? (
        <Empty
          icon={Inbox}
          title={t("status.emptyTitle")}
          text={t(connected ? "status.emptyText" : "status.emptyNotConnected")}
        />
      ) : null}
      {entries?.length && !isLoading ? (
        // When they were loaded, which may be a day after the page was opened.
        <Days
          entries={entries}
          timeZone={zone.timeZone}
          now={new Date(history.fulfilledTimeStamp ?? 0)}
        />
      ) : null}
    </TitledCard>
  );
}

interface DaysProps {
  entries: HistoryEntry[];
  timeZone: string | undefined;
  now: Date;
}

/** The entries by day, in the time zone of the account, which is named when the browser has another one. */
function Days({ entries, timeZone, now }: DaysProps) {
  const { t, language } = useTexts();
  const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <>
      {timeZone !== undefined && timeZone !== browserZone ? (
        <Remark>
          <Clock />
          {t("status.zone", { zone: timeZone })}
        </Remark>
      ) : null}
      {[...byDay(entries, now, language, timeZone)].map(([day, ofDay]) => (
        <Day key={day}>
          <h3>{day}</h3>
          <ul>
            {ofDay.map((entry) => (
              <HistoryItem key={entry.id} entry={entry} timeZone={timeZone} now={now} />
            ))}
          </ul>
        </Day>
      ))}
    </>
  );
}

/** Headings and their entries, in the order of the history. Entries without a timestamp have a date of the server. */
const byDay = (entries: HistoryEntry[], now: Date, language: Language, timeZone?: string) =>
  groupBy(entries, ({ timestamp, date }) =>
    timestamp == null ? (date ?? "") : dayName(new Date(timestamp * 1000), now, language, timeZone),
  );

const Day = styled.div`
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
