import { TriangleAlert } from "lucide-react";
import { Component, useEffect, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { reloadPage } from "../lib/reload-page.ts";
import { isStaleChunk, mayReload } from "../lib/stale-chunk.ts";
import { Empty } from "./empty.tsx";
import { RetryButton } from "./load-failure.tsx";

/** Replaces a region whose rendering failed. A page of an outdated version reloads by itself. */
function ErrorFallback({ error }: { error: unknown }) {
  const { t } = useTranslation();
  // Without a network no chunk loads, and a reload would show no page at all.
  const [offline] = useState(() => isStaleChunk(error) && !navigator.onLine);
  useEffect(() => {
    if (!isStaleChunk(error)) return undefined;
    if (offline) {
      globalThis.addEventListener("online", reloadPage);
      return () => globalThis.removeEventListener("online", reloadPage);
    }
    if (mayReload(sessionStorage, Date.now())) reloadPage();
    return undefined;
  }, [error, offline]);
  return (
    <div role="alert">
      <Empty
        icon={TriangleAlert}
        title={t("crash.title")}
        text={t(offline ? "crash.offline" : "crash.text")}
      >
        {offline ? null : <RetryButton onClick={reloadPage}>{t("crash.reload")}</RetryButton>}
      </Empty>
    </div>
  );
}

/** Limits an error to one region of the page; the other regions keep working. Another `key` clears the error. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    return <ErrorFallback error={this.state.error} />;
  }
}
