import {
  CircleCheck,
  CircleDashed,
  LoaderCircle,
  CirclePause,
  CircleX,
  CirclePlay,
  CircleStop,
  Send,
} from "lucide-react";
import { styled } from "styled-components";
import { useAutomationQuery } from "../../api/resources/automation-api.ts";
import { Badge } from "../../components/badge.tsx";
import { Actions, Card, CardTitle } from "../../components/card.tsx";
import { Notice } from "../../components/notice.tsx";
import { Phone } from "../../components/phone.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { settingsTabs } from "../../config/paths.ts";
import { Trans, useTranslation } from "react-i18next";
import { useSession, type Session } from "../../session/use-session.ts";
import { below, up } from "../../styles/media.ts";
import { token } from "../../styles/token.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { longDate } from "../../lib/format.ts";
import { Button } from "../../components/button.tsx";
import { RetryButton } from "../../components/retry-button.tsx";
import { useFailureToast } from "../../toasts/use-failure-toast.ts";
import { useToast } from "../../toasts/use-toast.ts";
import {
  useSendTestMutation,
  useStartAutomationMutation,
  useStopAutomationMutation,
} from "./deliveries-api.ts";

export function SystemCard() {
  const { t } = useTranslation();
  const session = useSession();
  const automation = useAutomationState();
  const disconnected = useAutomationQuery().data?.disconnected;
  const connected = session.state === "signedIn" && session.me.whatsappConnected;
  return (
    <Frame aria-labelledby="system-title">
      <CardTitle id="system-title">{t("status.system")}</CardTitle>
      <dl>
        <Fact>
          <dt>{t("status.whatsapp")}</dt>
          <dd>
            <output>
              <ConnectionBadge session={session} />
            </output>
          </dd>
        </Fact>
        <Fact>
          <dt>{t("status.automation")}</dt>
          <dd>
            <output>
              <AutomationBadge state={automation} />
            </output>
          </dd>
        </Fact>
      </dl>
      <Actions>
        <AutomationButton state={automation} connected={connected} />
        <TestButton connected={connected} />
        <RetryState />
      </Actions>
      {disconnected && session.state === "signedIn" && !connected ? (
        <Spaced>
          <Notice>{disconnected.message}</Notice>
        </Spaced>
      ) : null}
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
  const { t } = useTranslation();
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

const Fact = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${token("s3")};
  align-items: center;
  justify-content: space-between;
  padding-block: ${token("s3")};
  border-bottom: 1px solid ${token("border")};
  /* One column, because only long badges would wrap. */
  ${below("sm")} {
    display: grid;
    gap: ${token("s1")};
    justify-content: start;
  }
  output {
    display: flex;
  }
  dt {
    color: ${token("text-muted")};
  }
  &:last-child {
    margin-bottom: ${token("s4")};
  }
`;

const Spaced = styled.div`
  margin-top: ${token("s4")};
`;

const Note = styled.p`
  margin-top: ${token("s4")};
  color: ${token("text-muted")};
  font-size: ${token("fs-sm")};
`;

type AutomationState =
  | { name: "loading" | "running" | "stopped" | "error" }
  | { name: "paused"; until: string };

function useAutomationState(): AutomationState {
  const { data, isError } = useAutomationQuery();
  if (isError) return { name: "error" };
  if (!data) return { name: "loading" };
  if (data.pausedUntil) return { name: "paused", until: data.pausedUntil };
  return { name: data.isRunning ? "running" : "stopped" };
}

function AutomationBadge({ state }: { state: AutomationState }) {
  const { t } = useTranslation();
  const language = useLanguage();
  switch (state.name) {
    case "loading":
      return <Badge icon={LoaderCircle}>{t("status.checking")}</Badge>;
    case "running":
      return (
        <Badge tone="ok" icon={CircleCheck}>
          {t("status.running")}
        </Badge>
      );
    case "stopped":
      return <Badge icon={CircleDashed}>{t("status.stopped")}</Badge>;
    case "paused":
      return (
        <Badge icon={CirclePause}>
          {t("status.paused", { date: longDate(new Date(state.until), language) })}
        </Badge>
      );
    case "error":
      return (
        <Badge tone="error" icon={CircleX}>
          {t("status.error")}
        </Badge>
      );
  }
}

/** Loads the state again after an error, which says nothing about sending. */
function RetryState() {
  const { isError, isFetching, refetch } = useAutomationQuery();
  if (!isError) return null;
  return <RetryButton size="sm" busy={isFetching} onClick={refetch} />;
}

interface ActionProps {
  connected: boolean;
}

function AutomationButton({ state, connected }: ActionProps & { state: AutomationState }) {
  const { t } = useTranslation();
  const fail = useFailureToast();
  const [start, starting] = useStartAutomationMutation();
  const [stop, stopping] = useStopAutomationMutation();
  const busy = starting.isLoading || stopping.isLoading;

  if (state.name === "stopped" || state.name === "paused") {
    const turnOn = async () => {
      const { error } = await start();
      if (error) fail("status.startFailed", error, "status.startFailedText");
    };
    return (
      <Button size="sm" busy={busy} disabled={!connected} icon={CirclePlay} onClick={turnOn}>
        {t("status.start")}
      </Button>
    );
  }
  const turnOff = async () => {
    const { error } = await stop();
    if (error) fail("status.stopFailed", error, "status.stopFailedText");
  };
  const running = state.name === "running";
  return (
    <Button size="sm" busy={busy} disabled={!running} icon={CircleStop} onClick={turnOff}>
      {t("status.stop")}
    </Button>
  );
}

function TestButton({ connected }: ActionProps) {
  const { t } = useTranslation();
  const toast = useToast();
  const fail = useFailureToast();
  const [sendTest, { isLoading }] = useSendTestMutation();
  const send = async () => {
    const { error } = await sendTest();
    if (error) fail("status.testFailed", error, "status.testFailedText");
    else toast({ title: t("status.testSent"), description: t("status.testSentText") });
  };
  return (
    <Button
      size="sm"
      variant="primary"
      busy={isLoading}
      disabled={!connected}
      icon={Send}
      onClick={send}
    >
      {t("status.test")}
    </Button>
  );
}
