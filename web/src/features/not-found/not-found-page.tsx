import { styled } from "styled-components";
import { ButtonLink } from "../../components/button.tsx";
import { Muted, PageBody, PageTitle } from "../../components/page.tsx";
import { paths } from "../../config/paths.ts";
import { useTranslation } from "react-i18next";
import { token } from "../../styles/theme.ts";

export default function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <Centered>
      <PageTitle>{t("notFound.title")}</PageTitle>
      <Muted>{t("notFound.text")}</Muted>
      <ButtonLink to={paths.landing}>{t("notFound.home")}</ButtonLink>
    </Centered>
  );
}

const Centered = styled(PageBody)`
  gap: ${token("s3")};
  justify-items: center;
  padding-block: ${token("s8")};
  text-align: center;
`;
