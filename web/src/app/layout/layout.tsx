import { lazy, Suspense, useEffect, useRef, type RefObject } from "react";
import { Outlet, useLocation } from "react-router-dom";
import { useTranslation } from "react-i18next";
import { styled } from "styled-components";
import { ErrorBoundary } from "../../components/error-boundary.tsx";
import { focusMainPart, MainPart, mainPartHref } from "../../components/main-part.tsx";
import { PageLoading } from "../../components/page-loading.tsx";
import { paths } from "../../config/paths.ts";
import { Hydrating } from "../../lib/hydrating.tsx";
import { useSessionChangesInOtherTabs } from "../../session/other-tabs.ts";
import { useResetAfterLogout } from "../../session/use-logout.ts";
import { useSessionEndToast } from "../../session/use-session-end-toast.ts";
import { token } from "../../styles/theme.ts";
import { preloadToaster } from "../../toasts/toast-region.tsx";
import { isPublic } from "../routes.ts";
import { Header, headerHeight } from "./header.tsx";
import { OfflineNotice } from "./offline-notice.tsx";
import { ScrollRestoration } from "./scroll-restoration.tsx";
import { Verification } from "./verification.tsx";

/** Loaded after the page, which does not need it. */
const Footer = lazy(() => import("./footer.tsx"));

export function Layout() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const focusedRef = useRef(pathname);
  // The landing page shows no toast before the visitor acts.
  useEffect(() => {
    if (pathname !== paths.landing) preloadToaster().catch(() => undefined);
  }, [pathname]);
  return (
    <Frame $fillsScreen={!isPublic(pathname)}>
      <SkipLink href={mainPartHref}>{t("common.skip")}</SkipLink>
      <Hydrating>
        <ErrorBoundary>
          <Header />
        </ErrorBoundary>
        <OfflineNotice />
        <SessionWatcher />
      </Hydrating>
      <MainPart>
        <Suspense fallback={<PageLoading />}>
          <Hydrating>
            <ErrorBoundary>
              <Verification />
            </ErrorBoundary>
            <ErrorBoundary key={pathname}>
              <Outlet />
            </ErrorBoundary>
          </Hydrating>
          <ScrollRestoration />
          <PageFocus focusedRef={focusedRef} />
        </Suspense>
      </MainPart>
      <ErrorBoundary>
        <Suspense>
          <Hydrating>
            <Footer />
          </Hydrating>
        </Suspense>
      </ErrorBoundary>
    </Frame>
  );
}

/**
 * A component of its own, because it renders again after every response about the reader: with the
 * hooks in the layout, React would hydrate the whole page in one long task.
 */
function SessionWatcher() {
  useSessionEndToast();
  useResetAfterLogout();
  useSessionChangesInOtherTabs();
  return null;
}

/**
 * Moves the focus of a screen reader from the link that was followed to the content of the new page.
 * Inside the Suspense of the page: the fallback is replaced soon, and a focus in it would be lost.
 */
function PageFocus({ focusedRef }: { focusedRef: RefObject<string> }) {
  const { pathname } = useLocation();
  useEffect(() => {
    if (focusedRef.current === pathname) return;
    focusedRef.current = pathname;
    // A menu that the reader opened in the meantime would close when it loses the focus.
    if (!document.querySelector("header [aria-expanded=true]")) focusMainPart();
  }, [focusedRef, pathname]);
  return null;
}

const Frame = styled.div<{ $fillsScreen: boolean }>`
  display: flex;
  flex-direction: column;
  min-height: 100svh;
  /* Pages of paper do not break well inside of a flex container. */
  @media print {
    display: block;
  }
  > main {
    flex: 1 0 auto;
    /* A page that loads data: below the screen, the footer does not move when the data arrives. */
    ${({ $fillsScreen }) => $fillsScreen && `min-height: calc(100svh - ${headerHeight});`}
  }
`;

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
