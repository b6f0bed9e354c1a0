import { startTransition, useEffect, useState, type ComponentType, type ReactNode } from "react";
import { beforeLanguageChange } from "../i18n/i18n.ts";
import type { TextPart } from "../i18n/text-files.ts";
import { useTranslation } from "../i18n/translation.tsx";
import { lazyPart, type LazyPart } from "./lazy-part.tsx";
import { useHydrating } from "./use-hydrating.ts";

export interface StaticSection extends Pick<LazyPart, "preload"> {
  (): ReactNode;
}

/** React does not compare or change the content of an element with `dangerouslySetInnerHTML`. */
const prerenderedHtml = { __html: "" };

/**
 * A section without controls. On a prerendered page its HTML is kept as it is, without hydration; its
 * code and texts are loaded only to render it in another language.
 */
export function staticSection(
  load: () => Promise<{ default: ComponentType }>,
  texts: readonly TextPart[],
): StaticSection {
  const Section = lazyPart(load, texts);
  function StaticSection() {
    const { i18n, language } = useTranslation();
    const hydrating = useHydrating();
    const [first] = useState(language);
    const [kept, setKept] = useState(hydrating && !import.meta.env.SSR);
    const outdated = kept && language !== first;
    useEffect(() => {
      // A transition keeps the old section on the screen until the code is loaded.
      if (outdated) startTransition(() => setKept(false));
    }, [outdated]);
    useEffect(
      () => (kept ? beforeLanguageChange(i18n, (next) => Section.preload(i18n, next)) : undefined),
      [i18n, kept],
    );
    return kept ? (
      <div key="prerendered" dangerouslySetInnerHTML={prerenderedHtml} suppressHydrationWarning />
    ) : (
      <div key="client-rendered">
        <Section />
      </div>
    );
  }
  return Object.assign(StaticSection, { preload: Section.preload });
}
