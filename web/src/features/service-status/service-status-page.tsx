import { CircleCheck, CirclePause, Clock } from "lucide-react";
import { useTranslation } from "react-i18next";
import { styled } from "styled-components";
import { Badge } from "../../components/badge.tsx";
import { GridCard } from "../../components/card.tsx";
import { LoadFailure } from "../../components/load-failure.tsx";
import { PageBody, PageTitle } from "../../components/page.tsx";
import { Linked } from "../../components/prose.tsx";
import { Waiting } from "../../components/spinner.tsx";
import { useLanguage } from "../../i18n/use-language.ts";
import { longDate } from "../../lib/format.ts";
import { useHydrating } from "../../lib/use-hydrating.ts";
import { displayFont } from "../../styles/display-font.ts";
import { token } from "../../styles/token.ts";
import { useServiceStatusQuery, type ServiceStatus } from "./service-status-api.ts";

const states = {
  working: { tone: "ok", icon: CircleCheck },
  late: { tone: "warn", icon: Clock },
  stopped: { tone: "error", icon: CirclePause },
} as const;

export default function ServiceStatusPage() {
  const { t } = useTranslation();
  const { data, isError, isFetching, refetch } = useServiceStatusQuery(undefined, {
    skip: useHydrating(),
  });
  return (
    <Body>
      <PageTitle>{t("serviceStatus.title")}</PageTitle>
      <p>{t("serviceStatus.intro")}</p>
      {data ? (
        <Shown status={data} />
      ) : isError ? (
        <LoadFailure text={t("serviceStatus.failed")} busy={isFetching} onRetry={refetch} />
      ) : (
        <Waiting label={t("common.loading")} />
      )}
      <p>
        <Linked text={t("serviceStatus.yours")} />
      </p>
    </Body>
  );
}

function Shown({ status: { state, onTime, incidents } }: { status: ServiceStatus }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { tone, icon } = states[state];
  return (
    <>
      <GridCard>
        <div>
          <Badge tone={tone} icon={icon}>
            {t(`serviceStatus.states.${state}`)}
          </Badge>
        </div>
        <p>{t(`serviceStatus.statesText.${state}`)}</p>
      </GridCard>
      <GridCard aria-labelledby="on-time">
        <h2 id="on-time">{t("serviceStatus.onTime")}</h2>
        <Figures>
          {(["last24Hours", "last90Days"] as const).map((period) => (
            <div key={period}>
              <dt>{t(`serviceStatus.${period}`)}</dt>
              <dd>{percent(onTime[period], language) ?? t("serviceStatus.none")}</dd>
            </div>
          ))}
        </Figures>
      </GridCard>
      <GridCard aria-labelledby="incidents">
        <h2 id="incidents">{t("serviceStatus.incidents")}</h2>
        {incidents.length === 0 ? <p>{t("serviceStatus.noIncidents")}</p> : null}
        <Incidents>
          {incidents.map(({ startedAt, endedAt, textFr, textEn }) => (
            <li key={startedAt}>
              <b>
                {longDate(new Date(startedAt), language)}
                {endedAt === null ? `, ${t("serviceStatus.ongoing")}` : null}
              </b>
              <p>{language === "fr" ? textFr : textEn}</p>
            </li>
          ))}
        </Incidents>
      </GridCard>
    </>
  );
}

/** Rounded down, so that 100 % means every edition. */
function percent(share: number | null, language: string): string | null {
  if (share === null) return null;
  return new Intl.NumberFormat(language === "fr" ? "fr-FR" : "en-GB", {
    style: "percent",
    maximumFractionDigits: 2,
  }).format(Math.floor(share * 10_000) / 10_000);
}

const Body = styled(PageBody)`
  max-width: calc(48rem + 2 * ${token("gutter")});
  h2,
  b {
    font-weight: ${token("weight-strong")};
  }
`;

const Figures = styled.dl`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr));
  gap: ${token("s4")};
  dt {
    color: ${token("text-muted")};
  }
  dd {
    ${displayFont(token("fs-2xl"))};
  }
`;

const Incidents = styled.ul`
  display: grid;
  gap: ${token("s4")};
`;
