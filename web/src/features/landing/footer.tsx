import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { styled } from "styled-components";
import { Logo } from "../../components/logo.tsx";
import { Wrap } from "../../components/page.tsx";
import { contactAddress } from "../../config/constants.ts";
import { sectionHref } from "../../config/paths.ts";
import { useNow } from "../../lib/use-now.ts";
import { up } from "../../styles/media.ts";
import { token } from "../../styles/token.ts";
import { StripeMark, WhatsappMark } from "./brand-marks.tsx";

/** Links to pages that do not exist yet stay on the footer. */
const placeholder = "#contact";
const help = ["helpCentre", "contact", "serviceStatus"] as const;
const legal = ["terms", "privacy", "cookies"] as const;
const social = ["LinkedIn", "Instagram", "X"] as const;

export function Footer() {
  const { t } = useTranslation();
  const now = useNow();
  return (
    <Root>
      <Wrap>
        <Top>
          <div>
            <Name>
              <Logo />
            </Name>
            <p>{t("front.footerNav.promise")}</p>
          </div>
          <nav aria-label={t("front.footerNav.label")}>
            <div>
              <h3>Matinale</h3>
              <ul>
                <li>
                  <Link to={sectionHref("features")}>{t("nav.features")}</Link>
                </li>
                <li>
                  <Link to={sectionHref("pricing")}>{t("nav.pricing")}</Link>
                </li>
                {(["partners", "api"] as const).map((name) => (
                  <li key={name}>
                    <a href={placeholder}>{t(`front.footerNav.${name}`)}</a>
                  </li>
                ))}
              </ul>
            </div>
            {(
              [
                ["help", help],
                ["legal", legal],
              ] as const
            ).map(([title, names]) => (
              <div key={title}>
                <h3>{t(`front.footerNav.${title}`)}</h3>
                <ul>
                  {names.map((name) => (
                    <li key={name}>
                      <a href={placeholder}>{t(`front.footerNav.${name}`)}</a>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </nav>
          <div id="contact">
            <h3>{t("front.footerNav.writeToUs")}</h3>
            <p>{t("front.footerNav.writeText")}</p>
            <a className="mail" href={`mailto:${contactAddress}`}>
              {contactAddress}
            </a>
          </div>
        </Top>
        <End>
          {/* The year of the build, until the page is rendered in the browser. */}
          <span suppressHydrationWarning>{`© ${now.getFullYear()} Matinale`}</span>
          <ul>
            <li>
              <WhatsappMark />
              WhatsApp
            </li>
            <li>
              <StripeMark />
              {t("front.footerNav.payment")}
            </li>
          </ul>
          <ul aria-label={t("front.footerNav.social")}>
            {social.map((name) => (
              <li key={name}>
                <a href={placeholder}>{name}</a>
              </li>
            ))}
          </ul>
        </End>
      </Wrap>
    </Root>
  );
}

const Root = styled.footer`
  padding-block: ${token("s8")} ${token("s5")};
  font-size: ${token("fs-sm")};
  p {
    max-width: 26em;
    color: ${token("text-muted")};
  }
  h3 {
    margin-bottom: ${token("s2")};
    font-weight: ${token("weight-strong")};
  }
  a {
    display: inline-block;
    padding-block: 0.375rem;
    @media (pointer: coarse) {
      padding-block: 0.75rem;
    }
    color: ${token("text-muted")};
    text-decoration: none;
    &:hover {
      color: ${token("text")};
      text-decoration: underline;
    }
  }
  .mail {
    color: ${token("brand")};
    text-decoration: underline;
    text-underline-offset: 0.22em;
  }
`;

const Name = styled.span`
  display: block;
  margin-bottom: ${token("s4")};
  svg {
    height: 28px;
  }
`;

const Top = styled.div`
  display: grid;
  gap: ${token("s6")};
  padding-bottom: ${token("s7")};
  nav {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr));
    gap: ${token("s5")};
  }
  ${up("lg")} {
    grid-template-columns: 3fr 5fr 3fr;
    gap: ${token("s7")};
  }
`;

const End = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${token("s2")} ${token("s6")};
  align-items: center;
  justify-content: space-between;
  padding-top: ${token("s4")};
  border-top: 1px solid ${token("border")};
  color: ${token("text-muted")};
  ul {
    display: flex;
    flex-wrap: wrap;
    gap: ${token("s2")} ${token("s4")};
  }
  li {
    display: inline-flex;
    gap: ${token("s2")};
    align-items: center;
  }
`;
