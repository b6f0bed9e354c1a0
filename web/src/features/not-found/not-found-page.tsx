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
      {/* The specification fixes these English texts, on French pages, too. */}
      <PageTitle lang="en">{t("notFound.title")}</PageTitle>
      <Muted lang="en">{t("notFound.text")}</Muted>
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
