import { Check, LogOut } from "lucide-react";
import { styled } from "styled-components";
import { Badge } from "../../components/badge.tsx";
import { Between, Row, Stack, TitledCard } from "../../components/card.tsx";
import { Loaded } from "../../components/load-failure.tsx";
import { Small } from "../../components/page.tsx";
import { useTexts } from "../../i18n/use-texts.ts";
import { dayName, timeInSentence } from "../../lib/format.ts";
import { useNow } from "../../lib/use-now.ts";
import { useLeave } from "../../session/use-logout.ts";
import { token } from "../../styles/theme.ts";
import { ActionButton } from "../../toasts/action-button.tsx";
import { settingsApi, type Session } from "./settings-api.ts";

export function SessionsCard() {
  const { t } = useTexts();
  const leave = useLeave();
  const [logoutEverywhere] = settingsApi.useLogoutEverywhereMutation();
  const query = settingsApi.useSessionsQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <TitledCard title={t("profile.sessions.title")}>
      <Loaded query={query} failed={t("profile.sessions.loadFailed")}>
        {(sessions) => (
          <ul>
            {sessions.map((session) => (
              <SessionItem key={session.id} session={session} />
            ))}
          </ul>
        )}
      </Loaded>
      <Stack $gap="s2">
        <Small>{t("profile.sessions.everywhereText")}</Small>
        <Row>
          <ActionButton
            size="sm"
            icon={LogOut}
            run={() => logoutEverywhere().unwrap()}
            done={["profile.sessions.everywhereDone", "profile.sessions.everywhereDoneText"]}
            failed={["profile.sessions.everywhereFailed"]}
            onDone={() => void leave()}
          >
            {t("profile.sessions.everywhere")}
          </ActionButton>
        </Row>
      </Stack>
    </TitledCard>
  );
}

function SessionItem({ session }: { session: Session }) {
  const { t, language } = useTexts();
  const now = useNow();
  const [endSession] = settingsApi.useEndSessionMutation();
  const { id, device, current } = session;
  const at = new Date(session.lastSeenAt);
  return (
    <Item as="li">
      <div>
        <b>{device}</b>
        <Small>
          {t("profile.sessions.lastSeen", {
            day: dayName(at, now, language),
            time: timeInSentence(at, language),
          })}
        </Small>
      </div>
      {current ? (
        <Badge tone="ok" icon={Check}>
          {t("profile.sessions.current")}
        </Badge>
      ) : (
        <ActionButton
          size="sm"
          aria-label={t("profile.sessions.endOf", { device })}
          run={() => endSession(id).unwrap()}
          done={["profile.sessions.ended", "profile.sessions.endedText"]}
          failed={["profile.sessions.endFailed"]}
        >
          {t("profile.sessions.end")}
        </ActionButton>
      )}
    </Item>
  );
}

const Item = styled(Between)`
  padding: ${token("s3")} 0;
  border-top: 1px solid ${token("border")};
  > div {
    min-width: 0;
    overflow-wrap: anywhere;
  }
`;
