import { Suspense, useCallback, useEffect, useRef } from "react";
import { useTranslation } from "../../i18n/translation.tsx";
import { Outlet, useLocation } from "react-router-dom";
import { styled } from "styled-components";
import { paths } from "../../config/paths.ts";
import { useHearOtherTabs } from "../../session/other-tabs.ts";
import { useTellSessionEnd } from "../../session/use-tell-session-end.ts";
import { token } from "../../styles/token.ts";
import { preloadToaster } from "../../toasts/toast-place.tsx";
import { CrashRegion } from "../../components/crash.tsx";
import { Header } from "./header.tsx";
import { focusMainPart, MainPart, mainPartHref } from "./main-part.tsx";
import { OfflineNotice } from "./offline-notice.tsx";
import { PageLoading } from "./page-loading.tsx";
import { PagePlace } from "./page-place.tsx";

export function Layout() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const arriveAt = useFocusOnNewPage(pathname);
  // The landing page says nothing by toast before somebody acts.
  useEffect(() => {
    if (pathname !== paths.landing) preloadToaster().catch(() => undefined);
  }, [pathname]);
  return (
    <>
      <SkipLink href={mainPartHref}>{t("common.skip")}</SkipLink>
      <CrashRegion>
        <Header />
      </CrashRegion>
      <OfflineNotice />
      <SessionEnd />
      <CrashRegion place={pathname} within={MainPart}>
        <Suspense
          fallback={
            <MainPart>
              <PageLoading />
            </MainPart>
          }
        >
          <Outlet />
          <PagePlace />
          <Arrival arriveAt={arriveAt} />
        </Suspense>
      </CrashRegion>
    </>
  );
}

/** Apart: drawn again with every answer about the reader, the layout would have the page taken over in one long piece. */
function SessionEnd() {
  useTellSessionEnd();
  useHearOtherTabs();
  return null;
}

/**
 * A reader of the screen starts at the new page's content, not at the link that was followed.
 *
 * @returns to be called once a page is there, which may be after another was asked for
 */
function useFocusOnNewPage(pathname: string): (page: string) => void {
  const read = useRef(pathname);
  return useCallback((page) => {
    if (read.current === page) return;
    read.current = page;
    // A menu that was opened meanwhile would close without the focus.
    if (!document.querySelector("header [aria-expanded=true]")) focusMainPart();
  }, []);
}

/** Stands behind the page's Suspense: what is shown until then is soon gone, and the focus with it. */
function Arrival({ arriveAt }: { arriveAt: (page: string) => void }) {
  const { pathname } = useLocation();
  useEffect(() => arriveAt(pathname), [arriveAt, pathname]);
  return null;
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
