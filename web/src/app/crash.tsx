import { RefreshCw, TriangleAlert } from "lucide-react";
import { Component, useEffect, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useRouteError } from "react-router-dom";
import { Button } from "../components/button.tsx";
import { Empty } from "../components/empty.tsx";
import { reloadPage } from "../lib/reload-page.ts";
import { isStaleChunk, mayReload } from "../lib/stale-chunk.ts";

/** What a route shows instead of itself after a fault; an outdated page reloads by itself. */
export function RouteCrash() {
  return <Crash error={useRouteError()} />;
}

function Crash({ error }: { error: unknown }) {
  const { t } = useTranslation();
  useEffect(() => {
    if (isStaleChunk(error) && mayReload(sessionStorage, Date.now())) reloadPage();
  }, [error]);
  return (
    <div role="alert">
      <Empty icon={TriangleAlert} title={t("crash.title")} text={t("crash.text")}>
        <Button icon={<RefreshCw size={18} aria-hidden />} onClick={reloadPage}>
          {t("crash.reload")}
        </Button>
      </Empty>
    </div>
  );
}

interface RegionState {
  error: unknown;
}

/** Keeps a fault inside one region of the page: the rest goes on. */
export class CrashRegion extends Component<{ children: ReactNode }, RegionState> {
  override state: RegionState = { error: undefined };

  static getDerivedStateFromError(error: unknown): RegionState {
    return { error };
  }

  override render(): ReactNode {
    return this.state.error === undefined ? (
      this.props.children
    ) : (
      <Crash error={this.state.error} />
    );
  }
}
