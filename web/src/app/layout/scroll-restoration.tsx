import { useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";
import { useNavigationState } from "../../lib/navigation-state.ts";

const storageKey = "scroll-positions";

function storedPositions(): Record<string, number> {
  const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "{}");
  return typeof stored === "object" && stored !== null ? { ...stored } : {};
}

/**
 * Scrolls to the `#section` of the address, to the earlier position after « back » or a reload, else to
 * the top. Rendered beside the page in the same Suspense, so that it runs when the page is rendered.
 */
export function ScrollRestoration() {
  const { key, hash, pathname } = useLocation();
  const state = useNavigationState();
  const kind = useNavigationType();
  const lastPath = useRef<string>(undefined);

  useEffect(() => {
    history.scrollRestoration = "manual";
    const positions = storedPositions();
    const record = () => {
      positions[key] = window.scrollY;
    };
    const store = () => sessionStorage.setItem(storageKey, JSON.stringify(positions));
    window.addEventListener("scroll", record, { passive: true });
    window.addEventListener("pagehide", store);
    return () => {
      window.removeEventListener("scroll", record);
      window.removeEventListener("pagehide", store);
      store();
    };
  }, [key]);

  useEffect(() => {
    const onNewPage = lastPath.current !== pathname;
    lastPath.current = pathname;
    // The browser itself follows a plain link to a section; the router has no history state for it.
    const isPlainLink = !onNewPage && history.state === null;
    const before = kind === "POP" && !isPlainLink ? storedPositions()[key] : undefined;
    if (before !== undefined) {
      window.scrollTo({ top: before, behavior: "instant" });
      return undefined;
    }
    if (kind !== "POP" && (onNewPage || !hash) && !state?.keepsScroll) {
      window.scrollTo({ top: 0, behavior: "instant" });
    }
    const behavior = onNewPage ? "instant" : "auto";
    return hash ? whenRendered(hash, (section) => section.scrollIntoView({ behavior })) : undefined;
  }, [key, hash, kind, pathname, state]);
  return null;
}

/**
 * Calls back with the section of an address, immediately or when the data of its page has loaded.
 *
 * @returns a function that stops waiting
 */
function whenRendered(hash: string, callback: (section: Element) => void): () => void {
  const find = () => {
    // Not decoded: the names of our sections need no encoding, and a link of another site may have an invalid one.
    const section = document.getElementById(hash.slice(1));
    if (!section) return;
    observer.disconnect();
    callback(section);
  };
  const observer = new MutationObserver(find);
  observer.observe(document.body, { childList: true, subtree: true });
  find();
  return () => observer.disconnect();
}
