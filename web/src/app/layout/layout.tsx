import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Outlet, ScrollRestoration, useLocation } from "react-router-dom";
import { styled } from "styled-components";
import { useForgetAfterLogout } from "../../session/use-logout.ts";
import { token } from "../../styles/token.ts";
import { CrashRegion } from "../crash.tsx";
import { Header } from "./header.tsx";

export function Layout() {
  const { t } = useTranslation();
  const main = useFocusOnNewPage();
  useForgetAfterLogout();
  return (
    <>
      <SkipLink href="#content">{t("common.skip")}</SkipLink>
      <CrashRegion>
        <Header />
      </CrashRegion>
      <main id="content" tabIndex={-1} ref={main}>
        <Outlet />
      </main>
      <ScrollRestoration />
    </>
  );
}

/** A reader of the screen starts at the new page's content, not at the link that was followed. */
function useFocusOnNewPage() {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}

const SkipLink = styled.a`
  position: absolute;
  z-index: ${token("z-toast")};
  inset: ${token("s2")} auto auto ${token("s2")};
  padding: ${token("s2")} ${token("s4")};
  border-radius: ${token("r-control")};
  background: ${token("brand")};
  color: ${token("on-brand")};
  &:not(:focus) {
    width: 1px;
    height: 1px;
    padding: 0;
    overflow: hidden;
    clip-path: inset(50%);
  }
`;
