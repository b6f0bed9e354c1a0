import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { styled } from "styled-components";
import { Breakable } from "../../components/breakable.tsx";
import { Logo } from "../../components/logo.tsx";
import { Wrap } from "../../components/page.tsx";
import { useProduct } from "../../api/resources/product-api.ts";
import { paths, sectionHref } from "../../config/paths.ts";
import { useHydrating } from "../../lib/hydrating.tsx";
import { useNow } from "../../lib/use-now.ts";
import { useSession } from "../../session/use-session.ts";
import { columns, grid, inlineRow, notPrinted, token, wrapped } from "../../styles/theme.ts";
import { StripeMark, WhatsappMark } from "./brand-marks.tsx";

const networks = {
  instagram: "Instagram",
  linkedin: "LinkedIn",
  x: "X",
  facebook: "Facebook",
  youtube: "YouTube",
  tiktok: "TikTok",
  mastodon: "Mastodon",
  bluesky: "Bluesky",
};

const lists = {
  help: ["help", "contact", "status"],
  legal: ["terms", "privacy", "cookies", "legal"],
} as const;

export default function Footer() {
  const { t } = useTranslation();
  const now = useNow();
  const { brand, links } = useProduct();
  const { state } = useSession();
  // The header may know the user before the footer is hydrated, and the HTML is that of a visitor.
  const hydrating = useHydrating();
  const signedIn = state === "signedIn" && !hydrating;
  const social = Object.entries(networks).flatMap(([network, name]) => {
    const href = links[network as keyof typeof networks];
    return href === undefined ? [] : [{ name, href }];
  });
  return (
    <Root>
      <Wrap>
        <Top>
          <div>
            <Name>
              <Logo />
            </Name>
            <p>{t("footer.promise")}</p>
          </div>
          <nav aria-label={t("footer.label")}>
            <div>
              <h2>{brand.name}</h2>
              <ul>
                <li>
                  <Link to={sectionHref("features")}>{t("nav.features")}</Link>
                </li>
                <li>
                  <Link to={sectionHref("pricing")}>{t("nav.pricing")}</Link>
                </li>
                <Pages names={["partners", "api"]} />
                <li>
                  <Link to={signedIn ? paths.account : paths.login}>
                    {t(signedIn ? "nav.account" : "nav.signIn")}
                  </Link>
                </li>
              </ul>
            </div>
            {(["help", "legal"] as const).map((list) => (
              <div key={list}>
                <h2>{t(`footer.${list}`)}</h2>
                <ul>
                  <Pages names={lists[list]} />
                </ul>
              </div>
            ))}
          </nav>
          <div>
            <h2>{t("footer.writeToUs")}</h2>
            <p>{t("footer.writeText")}</p>
            <a className="mail" href={`mailto:${brand.supportEmail}`}>
              <Breakable>{brand.supportEmail}</Breakable>
            </a>
          </div>
        </Top>
        <End>
          {/* The year of the build, until the page is rendered in the browser. */}
          <span suppressHydrationWarning>{`© ${now.getFullYear()} ${brand.name}`}</span>
          <ul>
            <li>
              <WhatsappMark />
              WhatsApp
            </li>
            <li>
              <StripeMark />
              {t("footer.payment")}
            </li>
          </ul>
          {social.length > 0 ? (
            <ul aria-label={t("footer.social")}>
              {social.map(({ name, href }) => (
                <li key={name}>
                  <a href={href} rel="noreferrer">
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          ) : null}
        </End>
      </Wrap>
    </Root>
  );
}

type FooterPage = "partners" | "api" | (typeof lists)[keyof typeof lists][number];

function Pages({ names }: { names: readonly FooterPage[] }) {
  const { t } = useTranslation();
  return names.map((name) => (
    <li key={name}>
      <Link to={paths[name]}>{t(`footer.links.${name}`)}</Link>
    </li>
  ));
}

const Root = styled.footer`
  ${notPrinted}
  padding-block: ${token("s7")} ${token("s5")};
  border-top: 1px solid ${token("border")};
  font-size: ${token("fs-sm")};
  p {
    max-width: 26em;
    color: ${token("text-muted")};
  }
  h2 {
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
    overflow-wrap: anywhere;
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
  ${columns("s6", "3fr 5fr 3fr", "lg", "s7")}
  padding-bottom: ${token("s7")};
  nav {
    ${grid("s5", "repeat(auto-fit, minmax(8.5rem, 1fr))")};
  }
`;

const End = styled.div`
  ${wrapped(`${token("s2")} ${token("s6")}`)}
  align-items: center;
  justify-content: space-between;
  padding-top: ${token("s4")};
  border-top: 1px solid ${token("border")};
  color: ${token("text-muted")};
  ul {
    ${wrapped(`${token("s2")} ${token("s4")}`)}
  }
  li {
    ${inlineRow("s2")};
  }
`;
