import { ArrowLeft } from "lucide-react";
import { Suspense } from "react";
import { Navigate } from "react-router-dom";
import { styled } from "styled-components";
import { isUnauthenticated } from "../../api/api-error.ts";
import { lazyPage } from "../../components/lazy-page.tsx";
import { sessionApi, type Me } from "../../api/resources/session-api.ts";
import { ButtonLink } from "../../components/button.tsx";
import { Row, Stack } from "../../components/card.tsx";
import { ErrorBoundary } from "../../components/error-boundary.tsx";
import { PageBody, PageTitle, Columns } from "../../components/page.tsx";
import { PageLoading } from "../../components/page-loading.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { paths } from "../../config/paths.ts";
import { useTranslation } from "react-i18next";
import { isSignedOut } from "../../session/use-session.ts";
import { AlertsCard } from "./alerts-card.tsx";
import { CategoriesCard } from "./categories-card.tsx";
import { EditionCard } from "./edition-card.tsx";
import { WhatsappCard } from "./whatsapp-card.tsx";

/** Behind a tab: loaded when it is shown. */
const ProfilePanel = lazyPage(() => import("./profile-card.tsx"), ["auth", "profile"]);

/**
 * A 401 redirects to the log-in. Any other error before the user is loaded is shown on the page, because logging in may
 * not help; after that, the page keeps what the reader has typed.
 */
export default function SettingsPage() {
  const { t } = useTranslation();
  const query = sessionApi.useMeQuery();
  const { data: me, error } = query;
  // The error is kept during a new request, so that the page does not flicker.
  if (isUnauthenticated(error)) return <Navigate to={paths.login} replace />;
  if (isSignedOut(query)) {
    return (
      <PageBody>
        <PageTitle>{t("settings.title")}</PageTitle>
        <p>{t("settings.signInNeeded")}</p>
        <Row>
          <ButtonLink to={paths.login} variant="primary">
            {t("nav.signIn")}
          </ButtonLink>
        </Row>
      </PageBody>
    );
  }
  if (!me) return <PageLoading />;
  return (
    <PageBody>
      <Back to={paths.account} variant="ghost" size="sm">
        <ArrowLeft />
        {t("settings.back")}
      </Back>
      <PageTitle>{t("settings.title")}</PageTitle>
      <Tabs
        label={t("settings.title")}
        tabs={[
          {
            name: "preferences",
            label: t("settings.tabs.preferences"),
            content: <Preferences me={me} />,
          },
          {
            name: "profile",
            label: t("settings.tabs.profile"),
            content: (
              <ErrorBoundary>
                <Suspense fallback={<PageLoading />}>
                  <ProfilePanel me={me} />
                </Suspense>
              </ErrorBoundary>
            ),
          },
        ]}
      />
    </PageBody>
  );
}

function Preferences({ me }: { me: Me }) {
  return (
    <Columns $proportion="1fr 1fr">
      <Stack>
        <ErrorBoundary>
          <EditionCard />
        </ErrorBoundary>
        <ErrorBoundary>
          <CategoriesCard />
        </ErrorBoundary>
        <ErrorBoundary>
          <AlertsCard />
        </ErrorBoundary>
      </Stack>
      <div id="whatsapp">
        <ErrorBoundary>
          <WhatsappCard me={me} />
        </ErrorBoundary>
      </div>
    </Columns>
  );
}

const Back = styled(ButtonLink)`
  justify-self: start;
  margin-inline-start: -0.75rem;
`;
