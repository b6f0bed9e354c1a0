import { AudioLines, LogOut, Pencil, Phone as PhoneIcon } from "lucide-react";
import { Navigate } from "react-router-dom";
import { styled } from "styled-components";
import type { Me } from "../../api/resources/session-api.ts";
import { Avatar } from "../../components/avatar.tsx";
import { Breakable, Phone } from "../../components/breakable.tsx";
import { Button, ButtonLink } from "../../components/button.tsx";
import { Between, Card, Stack } from "../../components/card.tsx";
import { ErrorBoundary } from "../../components/error-boundary.tsx";
import { PageBody, PageTitle, Columns } from "../../components/page.tsx";
import { PageLoading } from "../../components/page-loading.tsx";
import { VisuallyHidden } from "../../styles/visually-hidden.ts";
import { Tabs } from "../../components/tabs.tsx";
import { paths, settingsTabs } from "../../config/paths.ts";
import { useTranslation } from "react-i18next";
import { useLogout } from "../../session/use-logout.ts";
import { isSignedOut } from "../../session/use-session.ts";
import { below, grid, row, token } from "../../styles/theme.ts";
import { accountApi } from "./account-api.ts";
import { DeliveryCard } from "./delivery-card.tsx";
import { InvoicesCard } from "./invoices-card.tsx";
import { PaymentReturn } from "./payment-return.tsx";
import { SettingsPanel } from "./settings-panel.tsx";
import { SubscriptionPanel } from "./subscription-panel.tsx";
import { TrialLine } from "./trial.tsx";

export default function AccountPage() {
  const { t } = useTranslation();
  const query = accountApi.useAccountMeQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data, isFetching } = query;
  if (!isFetching && isSignedOut(query)) return <Navigate to={paths.login} replace />;
  if (!data) return <PageLoading label={t("account.preparing")} />;
  return (
    <PageBody>
      <Stack $gap="s2">
        <Between>
          <PageTitle>{t("account.welcome", { username: data.username })}</PageTitle>
          <SignOut />
        </Between>
        <PaymentReturn />
        {data.stripeSubscriptionId ? null : <TrialLine />}
      </Stack>
      <Columns $proportion="7fr 5fr">
        <Stack>
          <Profile me={data} />
          <Tabs
            label={t("account.tabs.label")}
            tabs={[
              {
                name: "settings",
                label: t("account.tabs.settings"),
                content: <SettingsPanel me={data} />,
              },
              {
                name: "subscription",
                label: t("account.tabs.subscription"),
                content: (
                  <ErrorBoundary>
                    <Stack>
                      <SubscriptionPanel me={data} />
                      <InvoicesCard />
                    </Stack>
                  </ErrorBoundary>
                ),
              },
            ]}
          />
        </Stack>
        <ErrorBoundary>
          <DeliveryCard me={data} />
        </ErrorBoundary>
      </Columns>
    </PageBody>
  );
}

function SignOut() {
  const { t } = useTranslation();
  const logout = useLogout();
  const leave = () => {
    logout().catch((failure: unknown) => {
      // The specification wants no message here: the reader stays on the page and can try again.
      // oxlint-disable-next-line no-console -- the only place where the failure is seen
      console.error("log-out failed", failure);
    });
  };
  return (
    <Button size="sm" icon={LogOut} onClick={leave}>
      {t("nav.logout")}
    </Button>
  );
}

function Profile({ me }: { me: Me }) {
  const { t } = useTranslation();
  return (
    <ProfileCard>
      <Avatar username={me.username} picture={me.profilePicture} size={72} />
      <dl>
        <div>
          <VisuallyHidden as="dt">{t("auth.email")}</VisuallyHidden>
          <dd>
            <b>
              <Breakable>{me.email}</Breakable>
            </b>
          </dd>
        </div>
        {me.phone ? (
          <div>
            <dt>
              <PhoneIcon size={16} />
              <VisuallyHidden>{t("account.phone")}</VisuallyHidden>
            </dt>
            <dd>
              <Phone>{me.phone}</Phone>
            </dd>
          </div>
        ) : null}
        <div>
          <dt>
            <AudioLines size={16} />
            <VisuallyHidden>{t("account.voice")}</VisuallyHidden>
          </dt>
          <dd>{t(`account.voices.${me.voicePreference}`)}</dd>
        </div>
      </dl>
      <ButtonLink to={settingsTabs.profile} size="sm">
        <Pencil size={16} />
        {t("account.editProfile")}
      </ButtonLink>
    </ProfileCard>
  );
}

const ProfileCard = styled(Card)`
  ${grid("s4", "auto 1fr auto")};
  align-items: center;
  dl {
    display: grid;
    gap: 0.125rem;
    min-width: 0;
    font-size: 0.9375rem;
    overflow-wrap: anywhere;
    > div {
      ${row("s2")};
    }
  }
  dt {
    color: ${token("text-subtle")};
  }
  ${below("sm")} {
    display: flex;
    flex-wrap: wrap;
    > dl {
      /* Enlarged words stay whole: below the picture. */
      flex: 1 1 9rem;
    }
    > a {
      flex: 1 1 100%;
    }
  }
`;
