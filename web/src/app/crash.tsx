import { TriangleAlert } from "lucide-react";
import { Component, useEffect, type ReactNode } from "react";
import { useTranslation } from "../i18n/translation.tsx";
import { Empty } from "../components/empty.tsx";
import { RetryButton } from "../components/retry-button.tsx";
import { reloadPage } from "../lib/reload-page.ts";
import { isStaleChunk, mayReload } from "../lib/stale-chunk.ts";

/** What stands instead of a faulty region; an outdated page reloads by itself. */
function Crash({ error }: { error: unknown }) {
  const { t } = useTranslation();
  useEffect(() => {
    // Without a network every page looks outdated, and reloading would show none at all.
    if (isStaleChunk(error) && navigator.onLine && mayReload(sessionStorage, Date.now())) {
      reloadPage();
    }
  }, [error]);
  return (
    <div role="alert">
      <Empty icon={TriangleAlert} title={t("crash.title")} text={t("crash.text")}>
        <RetryButton onClick={reloadPage}>{t("crash.reload")}</RetryButton>
      </Empty>
    </div>
  );
}

interface RegionProps {
  children: ReactNode;
  /** The fault of one place is over in another. */
  place?: string;
}

interface RegionState {
  error: unknown;
  place: string | undefined;
}

/** Keeps a fault inside one region of the page: the rest goes on. */
export class CrashRegion extends Component<RegionProps, RegionState> {
  override state: RegionState = { error: undefined, place: this.props.place };

  static getDerivedStateFromError(error: unknown): Partial<RegionState> {
    return { error };
  }

  static getDerivedStateFromProps({ place }: RegionProps, state: RegionState) {
    return place === state.place ? null : { error: undefined, place };
  }

  override render(): ReactNode {
    return this.state.error === undefined ? (
      this.props.children
    ) : (
      <Crash error={this.state.error} />
    );
  }
}
