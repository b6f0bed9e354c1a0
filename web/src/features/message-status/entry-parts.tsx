import { styled } from "styled-components";
import { useTexts } from "../../i18n/use-texts.ts";
import { clockTime, dayName, dayOf } from "../../lib/format.ts";
import { textStyle, token } from "../../styles/theme.ts";
import type { HistoryPart } from "../../api/resources/deliveries-api.ts";
import { deliveryStatus } from "./delivery-status.ts";

const receipts = [
  { at: "sentAt", name: "status.receipts.sent" },
  { at: "deliveredAt", name: "status.receipts.delivered" },
  { at: "readAt", name: "status.receipts.read" },
  { at: "playedAt", name: "status.receipts.played" },
] as const;

interface EntryPartsProps {
  parts: HistoryPart[];
  timeZone: string | undefined;
  now: Date;
}

/** The messages of a digest: times of their receipts, or the reason of a failure. */
export function EntryParts({ parts, timeZone, now }: EntryPartsProps) {
  const { t, language } = useTexts();
  /** The time of each receipt, with its day unless it is that of the first one. */
  const receiptsOf = (part: HistoryPart) => {
    const known = receipts.flatMap(({ at, name }) => {
      const instant = part[at];
      return instant ? [{ name, at: new Date(instant) }] : [];
    });
    const firstDay = known[0] && dayOf(known[0].at, timeZone);
    return known.map(({ name, at }) => {
      const values = { state: t(name), time: clockTime(at, language, timeZone) };
      return dayOf(at, timeZone) === firstDay
        ? t("status.receipt", values)
        : t("status.receiptOnDay", { ...values, day: dayName(at, now, language, timeZone) });
    });
  };
  return (
    <Root>
      <summary>{t("status.details")}</summary>
      <ul>
        {parts.map((part) => (
          <li key={part.id}>
            <b>{t(`status.${part.type}`)}</b>{" "}
            {receiptsOf(part).join(" · ") || t(deliveryStatus({ status: part.status }).label)}
            {part.errorMessage ? <em>{part.errorMessage}</em> : null}
          </li>
        ))}
      </ul>
    </Root>
  );
}

const Root = styled.details`
  ${textStyle("fs-xs", "text-muted")};
  summary {
    width: fit-content;
    padding-block: 0.25rem;
    cursor: pointer;
  }
  li {
    padding-block: 0.125rem;
  }
  b {
    color: ${token("text")};
    font-weight: 600;
  }
  em {
    display: block;
    color: ${token("error")};
    font-style: normal;
    font-weight: 500;
  }
`;
