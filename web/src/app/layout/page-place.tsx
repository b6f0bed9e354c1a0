import { useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

const storageKey = "scroll-positions";

function storedPositions(): Record<string, number> {
  const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "{}");
  return typeof stored === "object" && stored !== null ? { ...stored } : {};
}

/**
 * Shows the place that an address means: its `#section`, where the reader had been when they go
 * back or reload, else the top. Stands beside the page, behind the same Suspense, so that it
 * looks once the page is there.
 */
export function PagePlace() {
  const { key, hash, pathname } = useLocation();
  const kind = useNavigationType();
  const shown = useRef<string>(undefined);

  useEffect(() => {
    history.scrollRestoration = "manual";
    const positions = storedPositions();
    const keep = () => {
      positions[key] = window.scrollY;
    };
    const store = () => sessionStorage.setItem(storageKey, JSON.stringify(positions));
    window.addEventListener("scroll", keep, { passive: true });
    window.addEventListener("pagehide", store);
    return () => {
      window.removeEventListener("scroll", keep);
      window.removeEventListener("pagehide", store);
      store();
    };
  }, [key]);

  useEffect(() => {
    const onNewPage = shown.current !== pathname;
    shown.current = pathname;
    // A plain link to a section is followed by the browser, which keeps no key for it.
    const isPlainLink = !onNewPage && history.state === null;
    const before = kind === "POP" && !isPlainLink ? storedPositions()[key] : undefined;
    const section = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    if (before !== undefined) window.scrollTo({ top: before, behavior: "instant" });
    else if (section) section.scrollIntoView({ behavior: onNewPage ? "instant" : "auto" });
    else if (kind !== "POP") window.scrollTo({ top: 0, behavior: "instant" });
  }, [key, hash, kind, pathname]);
  return null;
}
