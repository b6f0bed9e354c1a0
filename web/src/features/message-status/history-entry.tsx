import { categories as catalogue } from "@matinale/contracts/browser";
import { CalendarClock, FileText, Hand, Headphones, Mic } from "lucide-react";
import { Trans } from "react-i18next";
import { styled } from "styled-components";
import { Badge } from "../../components/badge.tsx";
import { Phone } from "../../components/breakable.tsx";
import { useTexts } from "../../i18n/use-texts.ts";
import { clockTime, listOf, plainText, snippet } from "../../lib/format.ts";
import { below, textStyle, token, wrapped } from "../../styles/theme.ts";
import type { HistoryEntry } from "../../api/resources/deliveries-api.ts";
import { deliveryStatus } from "./delivery-status.ts";
import { EntryParts } from "./entry-parts.tsx";

interface SentAtProps {
  entry: HistoryEntry;
  timeZone: string | undefined;
}

interface HistoryItemProps extends SentAtProps {
  now: Date;
}

export function HistoryItem({ entry, timeZone, now }: HistoryItemProps) {
  const { t, language, nameOf } = useTexts();
  const { label, ...badge } = deliveryStatus(entry);
  // The details name the type.
  const Icon = entry.type === "audio" ? Mic : FileText;
  const given = entry.categories ?? (entry.category ? [entry.category] : []);
  const chosen = given.map((slug) => {
    const known = catalogue.find((category) => category.slug === slug);
    return known ? nameOf(known) : slug;
  });
  const [firstParagraph = ""] = (entry.content ?? "").split("\n\n", 1);
  return (
    <Item>
      <SentAt entry={entry} timeZone={timeZone} />
      <Type>
        <Icon size={20} />
      </Type>
      <What>
        <Line>{entry.content ? snippet(plainText(firstParagraph)) : t(titleOf(entry))}</Line>
        {entry.errorMessage ? (
          <Reason $failed={badge.tone === "error"}>{entry.errorMessage}</Reason>
        ) : null}
        <Details>
          {entry.kind === "alert" ? <b>{t("status.alert")}</b> : null}
          {entry.manual === undefined ? null : (
            <span>
              {entry.manual ? <Hand size={14} /> : <CalendarClock size={14} />}
              {t(entry.manual ? "status.manual" : "status.scheduled")}
            </span>
          )}
          {entry.type === "audio" || entry.type === "text" ? (
            <span>{t(`status.${entry.type}`)}</span>
          ) : null}
          {entry.articlesCount == null ? null : (
            <span>{t("status.articles", { count: entry.articlesCount })}</span>
          )}
          {chosen.length > 0 ? <span>{listOf(chosen, language)}</span> : null}
          {entry.played && entry.status !== "read" ? (
            <span>
              <Headphones size={14} />
              {t("status.listened")}
            </span>
          ) : null}
          {entry.recipient ? (
            <span>
              <Trans
                i18nKey="status.to"
                values={{ phone: entry.recipient }}
                components={{ phone: <Phone /> }}
              />
            </span>
          ) : null}
        </Details>
        {entry.parts?.length ? (
          <EntryParts parts={entry.parts} timeZone={timeZone} now={now} />
        ) : null}
      </What>
      <Badge {...badge}>{t(label)}</Badge>
    </Item>
  );
}

const titleOf = ({ kind, manual }: HistoryEntry) => {
  if (kind === "alert") return "status.alert";
  return manual ? "status.manualEntry" : "status.edition";
};

/** The time; the day is the heading above. */
function SentAt({ entry, timeZone }: SentAtProps) {
  const { language } = useTexts();
  if (entry.timestamp == null) return <When as="span">{entry.time}</When>;
  const at = new Date(entry.timestamp * 1000);
  return <When dateTime={at.toISOString()}>{clockTime(at, language, timeZone)}</When>;
}

const Item = styled.li`
  display: grid;
  grid-template-columns: auto auto 1fr auto;
  gap: 0.25rem ${token("s3")};
  align-items: start;
  padding-block: ${token("s4")};
  & + & {
    border-top: 1px solid ${token("border")};
  }
  ${below("md")} {
    display: flex;
    flex-wrap: wrap;
    > :last-child {
      margin-inline-start: auto;
    }
  }
`;

const When = styled.time`
  min-width: 2.75rem;
  font-size: 0.9375rem;
  font-weight: 600;
`;

const Type = styled.span`
  padding-top: 0.1em;
  color: ${token("text-muted")};
`;

const What = styled.div`
  display: grid;
  gap: 0.25rem;
  min-width: 0;
  ${below("md")} {
    order: 1;
    flex-basis: 100%;
  }
`;

const Line = styled.p`
  font-size: 0.9375rem;
  font-weight: 600;
  overflow-wrap: anywhere;
`;

/** Red only after a failure: a skipped edition has a reason, too. */
const Reason = styled.p<{ $failed: boolean }>`
  color: ${({ $failed }) => token($failed ? "error" : "text-muted")};
  font-size: ${token("fs-sm")};
  font-weight: ${({ $failed }) => ($failed ? 500 : 400)};
`;

const Details = styled.p`
  ${wrapped(`0.125rem ${token("s3")}`)}
  align-items: center;
  ${textStyle("fs-xs", "text-muted")};
  > span {
    display: inline-flex;
    gap: 0.25rem;
    align-items: center;
  }
`;
