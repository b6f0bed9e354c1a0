import { lazy, Suspense, type ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router-dom";
import { styled } from "styled-components";
import type { Me } from "../../api/resources/session-api.ts";
import { ButtonLink } from "../../components/button.tsx";
import { Logo } from "../../components/logo.tsx";
import { Wrap } from "../../components/page.tsx";
import { landingSections, paths, sectionHref } from "../../config/paths.ts";
import { useSession } from "../../session/use-session.ts";
import { below, notPrinted, phone, row, token, up } from "../../styles/theme.ts";
import { LanguageSwitch } from "./language-switch.tsx";
import { MobilePanel } from "./mobile-panel.tsx";
import { SignedOutLinks } from "./signed-out-links.tsx";

// Only signed-in readers need the menu and the library that positions it.
const UserMenu = lazy<ComponentType<{ me: Me }>>(() =>
  import("./user-menu.tsx").catch(() => ({ default: AccountLink })),
);

/** Replaces a menu that fails to load. The page itself offers the reload. */
function AccountLink() {
  const { t } = useTranslation();
  return (
    <ButtonLink to={paths.account} size="sm">
      {t("nav.account")}
    </ButtonLink>
  );
}

export function Header() {
  const { t } = useTranslation();
  const session = useSession();
  const onLanding = useLocation().pathname === paths.landing;
  return (
    <Bar $ruled={!onLanding}>
      <Inner>
        <Home to={paths.landing} aria-label={t("nav.home")}>
          <Logo />
        </Home>
        <Nav aria-label={t("nav.main")}>
          {landingSections.map((section) => (
            <Link key={section} to={sectionHref(section)}>
              {t(`nav.${section}`)}
            </Link>
          ))}
        </Nav>
        <End>
          <LanguageSwitch />
          {session.state === "signedOut" ? (
            <Wide>
              <SignedOutLinks onLanding={onLanding} signIn="ghost" size="sm" />
            </Wide>
          ) : (
            <Suspense fallback={<Reserved />}>
              {session.state === "signedIn" ? <UserMenu me={session.me} /> : <Reserved />}
            </Suspense>
          )}
          <MobilePanel signedOut={session.state === "signedOut"} onLanding={onLanding} />
        </End>
      </Inner>
    </Bar>
  );
}

const Bar = styled.header<{ $ruled: boolean }>`
  position: relative;
  z-index: ${token("z-header")};
  background: ${token("canvas")};
  border-bottom: 1px solid ${({ $ruled }) => ($ruled ? token("border") : "transparent")};
`;

export const headerHeight = "68px";

const Inner = styled(Wrap)`
  ${row("s5")};
  min-height: ${headerHeight};
  ${phone} {
    gap: min(${token("s2")}, 2.5vw);
  }
`;

const Home = styled(Link)`
  display: inline-flex;
  align-items: center;
  min-height: ${token("target")};
  color: ${token("text")};
  svg {
    width: auto;
    height: 28px;
    ${phone} {
      height: 22px;
    }
  }
`;

const Nav = styled.nav`
  display: none;
  gap: ${token("s2")};
  margin-inline: auto;
  ${up("lg")} {
    display: flex;
  }
  ${notPrinted}
  a {
    display: inline-flex;
    align-items: center;
    min-height: ${token("target")};
    padding-inline: 0.75rem;
    border-radius: ${token("r-control")};
    color: ${token("text-muted")};
    font-size: 0.9375rem;
    font-weight: 500;
    text-decoration: none;
    white-space: nowrap;
    &:hover {
      color: ${token("text")};
      text-decoration: underline;
      text-underline-offset: 0.35em;
    }
  }
`;

const End = styled.div`
  ${row("s4")};
  margin-inline-start: auto;
  ${phone} {
    gap: min(${token("s1")}, 1.25vw);
  }
  ${up("lg")} {
    margin-inline-start: 0;
  }
  ${notPrinted}
`;

const Wide = styled.div`
  display: inline-flex;
  gap: ${token("s2")};
  ${below("lg")} {
    display: none;
  }
  a {
    white-space: nowrap;
  }
`;

/** Reserves the space of the avatar until the session is known. */
const Reserved = styled.span`
  width: 40px;
  height: 40px;
`;
