import { ArrowLeft, LogIn } from "lucide-react";
import { useTranslation } from "../../i18n/translation.tsx";
import { Navigate } from "react-router-dom";
import { styled } from "styled-components";
import { isApiError } from "../../api/api-error.ts";
import { useMeQuery, type Me } from "../../api/resources/session-api.ts";
import { ButtonLink } from "../../components/button.tsx";
import { Stack } from "../../components/card.tsx";
import { Empty } from "../../components/empty.tsx";
import { PageBody, PageTitle } from "../../components/page.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { paths } from "../../config/paths.ts";
import { CategoriesCard } from "../../features/settings/categories-card.tsx";
import { EditionCard } from "../../features/settings/edition-card.tsx";
import { ProfileCard } from "../../features/settings/profile-card.tsx";
import { WhatsappCard } from "../../features/settings/whatsapp-card.tsx";
import { up } from "../../styles/media.ts";
import { token } from "../../styles/token.ts";
import { CrashRegion } from "../../components/crash.tsx";
import { PageLoading } from "../layout/page-loading.tsx";

/** A 401 sends to log in; any other missing user is told so, since logging in may not help. */
export default function SettingsPage() {
  const { t } = useTranslation();
  const { data: me, error } = useMeQuery();
  // Kept while it is asked again, so that the page does not blink.
  if (isApiError(error) && error.status === 401) return <Navigate to={paths.login} replace />;
  if (error || me === null) {
    return (
      <Empty icon={LogIn} title={t("settings.title")} text={t("settings.signInNeeded")}>
        <ButtonLink to={paths.login} variant="primary">
          {t("nav.signIn")}
        </ButtonLink>
      </Empty>
    );
  }
  if (!me) return <PageLoading />;
  return (
    <PageBody>
      <Back to={paths.account} variant="ghost" size="sm">
        <ArrowLeft size={18} strokeWidth={1.75} aria-hidden />
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
              <CrashRegion>
                <ProfileCard me={me} />
              </CrashRegion>
            ),
          },
        ]}
      />
    </PageBody>
  );
}

function Preferences({ me }: { me: Me }) {
  return (
    <Columns>
      <CrashRegion>
        <EditionCard />
      </CrashRegion>
      <Stack>
        <CrashRegion>
          <CategoriesCard />
        </CrashRegion>
        <CrashRegion>
          <WhatsappCard me={me} />
        </CrashRegion>
      </Stack>
    </Columns>
  );
}

const Back = styled(ButtonLink)`
  justify-self: start;
  margin-inline-start: -0.75rem;
`;

const Columns = styled.div`
  display: grid;
  gap: ${token("s5")} ${token("s6")};
  align-items: start;
  ${up("lg")} {
    grid-template-columns: 1fr 1fr;
  }
`;
