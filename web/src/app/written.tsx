import { startTransition, useEffect, useState, type ComponentType, type ReactNode } from "react";
import { beforeLanguageChange } from "../i18n/i18n.ts";
import type { TextPart } from "../i18n/text-files.ts";
import { useTranslation } from "../i18n/translation.tsx";
import { useHydrating } from "../lib/use-hydrating.ts";
import { lazyPart, type LazyPart } from "./lazy-part.tsx";

export interface Written extends Pick<LazyPart, "preload"> {
  (): ReactNode;
}

/** What React leaves as the page brought it. */
const asWritten = { __html: "" };

/**
 * A section without anything to operate: when the page comes written it stays as it came, and its
 * code and texts are fetched only to write it in another language.
 */
export function written(
  load: () => Promise<{ default: ComponentType }>,
  texts: readonly TextPart[],
): Written {
  const Section = lazyPart(load, texts);
  function Written() {
    const { i18n, language } = useTranslation();
    const hydrating = useHydrating();
    const [first] = useState(language);
    const [kept, setKept] = useState(hydrating && !import.meta.env.SSR);
    const outdated = kept && language !== first;
    useEffect(() => {
      // The page stays as it is for as long as the code is on its way.
      if (outdated) startTransition(() => setKept(false));
    }, [outdated]);
    useEffect(
      () => (kept ? beforeLanguageChange(i18n, (next) => Section.preload(i18n, next)) : undefined),
      [i18n, kept],
    );
    return kept ? (
      <div key="kept" dangerouslySetInnerHTML={asWritten} suppressHydrationWarning />
    ) : (
      <div key="drawn">
        <Section />
      </div>
    );
  }
  return Object.assign(Written, { preload: Section.preload });
}
