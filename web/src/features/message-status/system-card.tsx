import { CircleCheck, CircleDashed, LoaderCircle, CirclePause, CircleX } from "lucide-react";
import { styled } from "styled-components";
import { noticeOf, useAutomationQuery } from "../../api/resources/automation-api.ts";
import { Badge } from "../../components/badge.tsx";
import { Actions, Card, CardTitle } from "../../components/card.tsx";
import { Fact, Facts } from "../../components/facts.tsx";
import { Notice } from "../../components/notice.tsx";
import { Small } from "../../components/page.tsx";
import { Phone } from "../../components/phone.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { settingsTabs } from "../../config/paths.ts";
import { Trans } from "react-i18next";
import { useSession, type Session } from "../../session/use-session.ts";
import { below, grid, row, token, up } from "../../styles/theme.ts";
import { useTexts } from "../../i18n/use-texts.ts";
import { longDate } from "../../lib/format.ts";
import {
  AutomationButton,
  RetryState,
  TestButton,
  useAutomationState,
  type AutomationState,
} from "./system-actions.tsx";

export function SystemCard() {
  const { t } = useTexts();
  const session = useSession();
  const automation = useAutomationState();
  const { data } = useAutomationQuery();
  const connected = session.state === "signedIn" && session.me.whatsappConnected;
  const notice = session.state === "signedIn" ? noticeOf(data, connected) : undefined;
  return (
    <Frame aria-labelledby="system-title">
      <CardTitle id="system-title">{t("status.system")}</CardTitle>
      <States>
        <Fact name={t("status.whatsapp")}>
          <output>
            <ConnectionBadge session={session} />
          </output>
        </Fact>
        <Fact name={t("status.automation")}>
          <output>
            <AutomationBadge state={automation} />
          </output>
        </Fact>
      </States>
      <Actions>
        <AutomationButton state={automation} connected={connected} />
        <TestButton connected={connected} />
        <RetryState />
      </Actions>
      {notice === undefined ? null : (
        <Spaced>
          <Notice>{notice}</Notice>
        </Spaced>
      )}
      {session.state === "signedIn" && !connected ? (
        <Note>
          <Trans
            i18nKey="status.connectFirst"
            components={{ settings: <TextLink to={settingsTabs.whatsapp} /> }}
          />
        </Note>
      ) : null}
    </Frame>
  );
}

function ConnectionBadge({ session }: { session: Session }) {
  const { t } = useTexts();
  if (session.state !== "signedIn") {
    return <Badge icon={LoaderCircle}>{t("status.checking")}</Badge>;
  }
  const { whatsappConnected, phone } = session.me;
  if (!whatsappConnected) return <Badge icon={CircleDashed}>{t("status.notConnected")}</Badge>;
  return (
    <Badge tone="ok" icon={CircleCheck}>
      {phone ? (
        <span>
          <Trans i18nKey="status.connected" values={{ phone }} components={{ phone: <Phone /> }} />
        </span>
      ) : (
        t("status.connectedAlone")
      )}
    </Badge>
  );
}

/** Stays beside a long history. */
const Frame = styled(Card)`
  ${up("lg")} {
    position: sticky;
    top: ${token("s5")};
  }
`;

const States = styled(Facts)`
  margin-bottom: ${token("s4")};
  > div {
    ${row("s3")};
    flex-wrap: wrap;
    justify-content: space-between;
    padding-block: ${token("s3")};
    border-bottom: 1px solid ${token("border")};
    /* One column, because only long badges would wrap. */
    ${below("sm")} {
      ${grid("s1")};
      justify-content: start;
    }
  }
  output {
    display: flex;
  }
`;

const Spaced = styled.div`
  margin-top: ${token("s4")};
`;

const Note = styled(Small)`
  margin-top: ${token("s4")};
`;

const badges = {
  loading: { tone: "neutral", icon: LoaderCircle, label: "status.checking" },
  running: { tone: "ok", icon: CircleCheck, label: "status.running" },
  waiting: { tone: "neutral", icon: CircleDashed, label: "status.waiting" },
  stopped: { tone: "neutral", icon: CircleDashed, label: "status.stopped" },
  error: { tone: "error", icon: CircleX, label: "status.error" },
} as const;

function AutomationBadge({ state }: { state: AutomationState }) {
  const { t, language } = useTexts();
  if (state.name === "paused") {
    const date = longDate(new Date(state.until), language);
    return <Badge icon={CirclePause}>{t("status.paused", { date })}</Badge>;
  }
  const { tone, icon, label } = badges[state.name];
  return (
    <Badge tone={tone} icon={icon}>
      {t(label)}
    </Badge>
  );
}
