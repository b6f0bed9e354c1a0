import { CircleCheck, CircleDashed, LoaderCircle, CirclePause, CircleX } from "lucide-react";
import { styled } from "styled-components";
import { noticeOf } from "../../api/resources/automation-api.ts";
import { useAutomation } from "../../delivery/use-automation.ts";
import { Badge } from "../../components/badge.tsx";
import { Actions, Card, CardTitle } from "../../components/card.tsx";
import { Fact, Facts } from "../../components/facts.tsx";
import { Notice } from "../../components/notice.tsx";
import { Small } from "../../components/page.tsx";
import { Phone } from "../../components/phone.tsx";
import { Linked } from "../../components/prose.tsx";
import { RetryButton } from "../../components/retry-button.tsx";
import { DeliverNow } from "../../delivery/deliver-now.tsx";
import { Trans, useTranslation } from "react-i18next";
import type { Me } from "../../api/resources/session-api.ts";
import { useSession } from "../../session/use-session.ts";
import { below, grid, row, token, up } from "../../styles/theme.ts";
import { AutomationButton, stateOf } from "./system-actions.tsx";

export function SystemCard() {
  const { t } = useTranslation();
  const session = useSession();
  const query = useAutomation();
  const { data, isError, isFetching, refetch } = query;
  const automation = stateOf(query);
  const { label, ...badge } = badges[automation];
  // The router shows this page only to a signed-in reader.
  if (session.state !== "signedIn") return null;
  const { whatsappConnected: connected } = session.me;
  const notice = noticeOf(data, connected);
  return (
    <Frame aria-labelledby="system-title">
      <CardTitle id="system-title">{t("status.system")}</CardTitle>
      <States>
        <Fact name={t("status.whatsapp")}>
          <output>
            <ConnectionBadge me={session.me} />
          </output>
        </Fact>
        <Fact name={t("status.automation")}>
          <output>
            <Badge {...badge}>{t(label)}</Badge>
          </output>
        </Fact>
      </States>
      <Actions>
        <AutomationButton state={automation} connected={connected} />
        <DeliverNow disabled={!connected} />
        {/* The error says nothing about sending. */}
        {isError ? <RetryButton size="sm" busy={isFetching} onClick={refetch} /> : null}
      </Actions>
      {notice === undefined ? null : (
        <Spaced>
          <Notice>{notice}</Notice>
        </Spaced>
      )}
      {automation === "paused" && data?.message ? (
        <Spaced>
          <Notice tone="info" icon={CirclePause}>
            {data.message}
          </Notice>
        </Spaced>
      ) : null}
      {connected ? null : (
        <Note>
          <Linked text={t("status.connectFirst")} />
        </Note>
      )}
    </Frame>
  );
}

function ConnectionBadge({ me: { whatsappConnected, phone } }: { me: Me }) {
  const { t } = useTranslation();
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
  paused: { tone: "neutral", icon: CirclePause, label: "status.paused" },
  error: { tone: "error", icon: CircleX, label: "status.error" },
} as const;
