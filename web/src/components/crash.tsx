import { TriangleAlert } from "lucide-react";
import {
  Component,
  Fragment,
  useEffect,
  useState,
  type ComponentType,
  type ReactNode,
} from "react";
import { useTranslation } from "../i18n/translation.tsx";
import { Empty } from "./empty.tsx";
import { RetryButton } from "./retry-button.tsx";
import { reloadPage } from "../lib/reload-page.ts";
import { isStaleChunk, mayReload } from "../lib/stale-chunk.ts";

/** What stands instead of a faulty region; an outdated page reloads by itself. */
function Crash({ error }: { error: unknown }) {
  const { t } = useTranslation();
  // Without a network every page looks outdated, and reloading would show none at all.
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

interface RegionProps {
  children: ReactNode;
  /** The fault of one place is over in another. */
  place?: string;
  /** What a fault stands in. */
  within?: ComponentType<{ children: ReactNode }>;
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
    const { children, within: Within = Fragment } = this.props;
    if (this.state.error === undefined) return children;
    return (
      <Within>
        <Crash error={this.state.error} />
      </Within>
    );
  }
}
