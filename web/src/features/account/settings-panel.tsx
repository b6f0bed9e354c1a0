import { useTranslation } from "react-i18next";
import { styled } from "styled-components";
import type { Me } from "../../api/resources/session-api.ts";
import { ButtonLink } from "../../components/button.tsx";
import { Card, CardTitle, Stack } from "../../components/card.tsx";
import { paths } from "../../config/paths.ts";
import { token } from "../../styles/token.ts";
import { DataCard } from "./data-card.tsx";

export function SettingsPanel({ me }: { me: Me }) {
  const { t } = useTranslation();
  return (
    <Stack>
      <Frame aria-labelledby="account-settings-title">
        <CardTitle id="account-settings-title">{t("account.tabs.settings")}</CardTitle>
        <Fact>
          <dt>{t("settings.language")}</dt>
          <dd>{t(`language.${me.language}`)}</dd>
        </Fact>
        <ButtonLink to={paths.settings} block>
          {t("account.openSettings")}
        </ButtonLink>
      </Frame>
      <DataCard />
    </Stack>
  );
}

const Frame = styled(Card)`
  display: grid;
  gap: ${token("s4")};
`;

const Fact = styled.dl`
  display: flex;
  justify-content: space-between;
  dt {
    color: ${token("text-muted")};
    font-size: ${token("fs-sm")};
  }
  dd {
    font-weight: 500;
  }
`;
