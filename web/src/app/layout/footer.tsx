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

/** Trademarks in one colour, as their guidelines allow; the names are beside them. */
const whatsapp =
  "M17.472 14.382c-.297-.149-1.758-.867-2.03-.967-.273-.099-.471-.148-.67.15-.197.297-.767.966-.94 1.164-.173.199-.347.223-.644.075-.297-.15-1.255-.463-2.39-1.475-.883-.788-1.48-1.761-1.653-2.059-.173-.297-.018-.458.13-.606.134-.133.298-.347.446-.52.149-.174.198-.298.298-.497.099-.198.05-.371-.025-.52-.075-.149-.669-1.612-.916-2.207-.242-.579-.487-.5-.669-.51-.173-.008-.371-.01-.57-.01-.198 0-.52.074-.792.372-.272.297-1.04 1.016-1.04 2.479 0 1.462 1.065 2.875 1.213 3.074.149.198 2.096 3.2 5.077 4.487.709.306 1.262.489 1.694.625.712.227 1.36.195 1.871.118.571-.085 1.758-.719 2.006-1.413.248-.694.248-1.289.173-1.413-.074-.124-.272-.198-.57-.347m-5.421 7.403h-.004a9.87 9.87 0 01-5.031-1.378l-.361-.214-3.741.982.998-3.648-.235-.374a9.86 9.86 0 01-1.51-5.26c.001-5.45 4.436-9.884 9.888-9.884 2.64 0 5.122 1.03 6.988 2.898a9.825 9.825 0 012.893 6.994c-.003 5.45-4.437 9.884-9.885 9.884m8.413-18.297A11.815 11.815 0 0012.05 0C5.495 0 .16 5.335.157 11.892c0 2.096.547 4.142 1.588 5.945L.057 24l6.305-1.654a11.882 11.882 0 005.683 1.448h.005c6.554 0 11.89-5.335 11.893-11.893a11.821 11.821 0 00-3.48-8.413Z";
const stripe =
  "M13.976 9.15c-2.172-.806-3.356-1.426-3.356-2.409 0-.831.683-1.305 1.901-1.305 2.227 0 4.515.858 6.09 1.631l.89-5.494C18.252.975 15.697 0 12.165 0 9.667 0 7.589.654 6.104 1.872 4.56 3.147 3.757 4.992 3.757 7.218c0 4.039 2.467 5.76 6.476 7.219 2.585.92 3.445 1.574 3.445 2.583 0 .98-.84 1.545-2.354 1.545-1.875 0-4.965-.921-6.99-2.109l-.9 5.555C5.175 22.99 8.385 24 11.714 24c2.641 0 4.843-.624 6.328-1.813 1.664-1.305 2.525-3.236 2.525-5.732 0-4.128-2.524-5.851-6.594-7.305h.003z";

export const WhatsappMark = () => <Mark path={whatsapp} />;
export const StripeMark = () => <Mark path={stripe} />;

function Mark({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 24 24" width={18} height={18} fill="currentColor" aria-hidden>
      <path d={path} />
    </svg>
  );
}
