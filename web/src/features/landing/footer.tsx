import { useTranslation } from "react-i18next";
import { styled } from "styled-components";
import { Wrap } from "../../components/page.tsx";
import { useNow } from "../../lib/use-now.ts";
import { token } from "../../styles/token.ts";

export function Footer() {
  const { t } = useTranslation();
  const now = useNow();
  return (
    <Root>
      <Inner>
        <span>© {now.getFullYear()} Matinale</span>
        <span>{t("landing.footer")}</span>
      </Inner>
    </Root>
  );
}

const Root = styled.footer`
  padding-block: ${token("s6")};
`;

const Inner = styled(Wrap)`
  display: flex;
  flex-wrap: wrap;
  gap: ${token("s2")} ${token("s5")};
  justify-content: space-between;
  color: ${token("text-muted")};
  font-size: ${token("fs-sm")};
`;
