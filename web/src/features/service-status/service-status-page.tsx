import type { Language, ResponseOf } from "@matinale/contracts/browser";
import { CircleCheck, CircleDashed, CirclePause, Clock, TriangleAlert } from "lucide-react";
import { styled } from "styled-components";
import { api, endpoint } from "../../api/api.ts";
import { Badge } from "../../components/badge.tsx";
import { GridCard, Stack, TitledCard } from "../../components/card.tsx";
import { Fact, Facts } from "../../components/facts.tsx";
import { Loaded } from "../../components/load-failure.tsx";
import { PageBody, PageTitle } from "../../components/page.tsx";
import { Linked } from "../../components/prose.tsx";
import { useTexts } from "../../i18n/use-texts.ts";
import { longDate } from "../../lib/format.ts";
import { useHydrating } from "../../lib/hydrating.tsx";
import { displayFont, token } from "../../styles/theme.ts";

const states = {
  working: { tone: "ok", icon: CircleCheck },
  idle: { tone: "neutral", icon: CircleDashed },
  incident: { tone: "warn", icon: TriangleAlert },
  late: { tone: "warn", icon: Clock },
  stopped: { tone: "error", icon: CirclePause },
} as const;

/** The server's state of the last hour, unless nothing was measured or the owner announces an incident. */
function shownState({ state, onTime, incidents }: ServiceStatus): keyof typeof states {
  if (state !== "working") return state;
  if (incidents.some(({ endedAt }) => endedAt === null)) return "incident";
  return onTime.last24Hours === null ? "idle" : "working";
}

export default function ServiceStatusPage() {
  const { t } = useTexts();
  const query = serviceStatusApi.useServiceStatusQuery(undefined, { skip: useHydrating() });
  return (
    <PageBody $width="48rem">
      <PageTitle>{t("serviceStatus.title")}</PageTitle>
      <p>{t("serviceStatus.intro")}</p>
      <Loaded query={query} failed={t("serviceStatus.failed")}>
        {(status) => <Shown status={status} />}
      </Loaded>
      <p>
        <Linked text={t("serviceStatus.yours")} />
      </p>
    </PageBody>
  );
}

function Shown({ status }: { status: ServiceStatus }) {
  const { t, language } = useTexts();
  const { onTime, incidents } = status;
  const state = shownState(status);
  return (
    <>
      <GridCard>
        <div>
          <Badge {...states[state]}>{t(`serviceStatus.states.${state}`)}</Badge>
        </div>
        <p>{t(`serviceStatus.statesText.${state}`)}</p>
      </GridCard>
      <TitledCard title={t("serviceStatus.onTime")}>
        <Figures>
          {(["last24Hours", "last90Days"] as const).map((period) => {
            const share = onTime[period];
            return (
              <Fact key={period} name={t(`serviceStatus.${period}`)}>
                {share === null ? t("serviceStatus.none") : percent(share, language)}
              </Fact>
            );
          })}
        </Figures>
      </TitledCard>
      <TitledCard title={t("serviceStatus.incidents")}>
        {incidents.length === 0 ? (
          <p>{t("serviceStatus.noIncidents")}</p>
        ) : (
          <Stack as="ul" $gap="s4">
            {incidents.map(({ startedAt, endedAt, textFr, textEn }) => (
              <li key={startedAt}>
                <b>
                  {longDate(new Date(startedAt), language)}
                  {endedAt === null ? `, ${t("serviceStatus.ongoing")}` : null}
                </b>
                <p>{language === "fr" ? textFr : textEn}</p>
              </li>
            ))}
          </Stack>
        )}
      </TitledCard>
    </>
  );
}

/** Rounded down, so that 100 % means every edition. */
const percent = (share: number, language: Language): string =>
  new Intl.NumberFormat(language, {
    style: "percent",
    maximumFractionDigits: 2,
    roundingMode: "floor",
  }).format(share);

const Figures = styled(Facts)`
  grid-template-columns: repeat(auto-fit, minmax(min(12rem, 100%), 1fr));
  gap: ${token("s4")};
  dd {
    ${displayFont(token("fs-2xl"))};
  }
`;

type ServiceStatus = ResponseOf<"GET /status">;

const serviceStatusApi = api.injectEndpoints({
  endpoints: (build) => ({
    serviceStatus: build.query<ServiceStatus, void>(endpoint("GET /status")),
  }),
});
