import {
  CircleCheck,
  CircleDashed,
  CirclePause,
  CirclePlay,
  CircleStop,
  CircleX,
  LoaderCircle,
} from "lucide-react";
import { styled } from "styled-components";
import { automationApi } from "../../api/resources/automation-api.ts";
import { AutomationNotice, useAutomation } from "../../delivery/automation.tsx";
import { Badge } from "../../components/badge.tsx";
import { Actions, TitledCard } from "../../components/card.tsx";
import { Fact, FactLines } from "../../components/facts.tsx";
import { Small } from "../../components/page.tsx";
import { Phone } from "../../components/breakable.tsx";
import { Linked } from "../../components/prose.tsx";
import { RetryButton } from "../../components/load-failure.tsx";
import { DeliverNow } from "../../delivery/deliver-now.tsx";
import { Trans, useTranslation } from "react-i18next";
import type { Me } from "../../api/resources/session-api.ts";
import { below, grid, token, up } from "../../styles/theme.ts";
import { ActionButton } from "../../toasts/action-button.tsx";

export function SystemCard({ me }: { me: Me }) {
  const { t } = useTranslation();
  const query = useAutomation();
  const { isError, isFetching, refetch } = query;
  const automation = stateOf(query);
  const { whatsappConnected: connected } = me;
  return (
    <Frame $gap="s3" title={t("status.system")}>
      <States>
        <Fact name={t("status.whatsapp")}>
          <output>
            <ConnectionBadge me={me} />
          </output>
        </Fact>
        <Fact name={t("status.automation")}>
          <output>
            <Badge {...badges[automation]}>{t(`status.${automation}`)}</Badge>
          </output>
        </Fact>
      </States>
      <Actions>
        <AutomationButton state={automation} connected={connected} />
        <DeliverNow disabled={!connected} />
        {/* Only the request of the state failed: editions may be sent all the same. */}
        {isError ? <RetryButton size="sm" busy={isFetching} onClick={refetch} /> : null}
      </Actions>
      <AutomationNotice connected={connected} />
      {connected ? null : (
        <Small>
          <Linked text={t("status.connectFirst")} />
        </Small>
      )}
    </Frame>
  );
}

type AutomationState = keyof typeof badges;

function stateOf({ data, isError }: ReturnType<typeof useAutomation>): AutomationState {
  if (isError) return "error";
  if (!data) return "loading";
  if (data.pausedUntil) return "paused";
  if (!data.isRunning) return "stopped";
  return data.waitsFor ? "waiting" : "running";
}

function AutomationButton({ state, connected }: { state: AutomationState; connected: boolean }) {
  const { t } = useTranslation();
  const [switchAutomation] = automationApi.useSwitchAutomationMutation();
  const isOff = state === "stopped" || state === "paused";
  const action = isOff ? "start" : "stop";
  return (
    <ActionButton
      size="sm"
      disabled={isOff ? !connected : state !== "running" && state !== "waiting"}
      icon={isOff ? CirclePlay : CircleStop}
      run={() => switchAutomation(action).unwrap()}
      failed={[`status.${action}Failed`, `status.${action}FailedText`]}
    >
      {t(`status.${action}`)}
    </ActionButton>
  );
}

function ConnectionBadge({ me: { whatsappConnected, phone } }: { me: Me }) {
  const { t } = useTranslation();
  if (!whatsappConnected) return <Badge icon={CircleDashed}>{t("account.notConnected")}</Badge>;
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
const Frame = styled(TitledCard)`
  ${up("lg")} {
    position: sticky;
    top: ${token("s5")};
  }
`;

const States = styled(FactLines)`
  border-bottom: 1px solid ${token("border")};
  > div {
    align-items: center;
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

const badges = {
  loading: { icon: LoaderCircle },
  running: { tone: "ok", icon: CircleCheck },
  waiting: { icon: CircleDashed },
  stopped: { icon: CircleDashed },
  paused: { icon: CirclePause },
  error: { tone: "error", icon: CircleX },
} as const;
