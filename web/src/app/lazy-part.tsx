import type { Language } from "@matinale/contracts/browser";
import type { i18n as I18n } from "i18next";
import { lazy, useState, type ComponentType, type ReactNode } from "react";
import { loadCurrentTexts, loadTexts } from "../i18n/i18n.ts";
import type { TextPart } from "../i18n/text-files.ts";
import { useTranslation } from "../i18n/translation.tsx";

export interface LazyPart {
  (): ReactNode;
  /** Fetches what it needs; shown after that, it appears at once. */
  preload(i18n: I18n, language?: Language): Promise<void>;
  /** Fetches what it needs to go on from where it came written. */
  preloadWritten(i18n: I18n): Promise<void>;
}

interface PartFile {
  default: ComponentType & {
    /** What else is needed to draw it; not when it comes written. */
    parts?: readonly Pick<LazyPart, "preload">[];
  };
}

/** A page or a part of one in files of its own, code and texts, fetched when it is first shown. */
export function lazyPart(load: () => Promise<PartFile>, texts: readonly TextPart[]): LazyPart {
  const fetched = new WeakMap<I18n, ComponentType>();
  const underWay = new WeakMap<I18n, ComponentType>();

  const preloadWritten = async (i18n: I18n, language?: Language): Promise<PartFile> => {
    const [file] = await Promise.all([
      load(),
      language ? loadTexts(i18n, texts, language) : loadCurrentTexts(i18n, texts),
    ]);
    fetched.set(i18n, file.default);
    return file;
  };

  const preload = async (i18n: I18n, language?: Language): Promise<PartFile> => {
    const file = await preloadWritten(i18n, language);
    // All at once: found missing one by one, each would have the whole page drawn again.
    await Promise.all((file.default.parts ?? []).map((part) => part.preload(i18n, language)));
    return file;
  };

  /** One for each loading, or React would start anew at every try. */
  const awaited = (i18n: I18n): ComponentType => {
    const waiting = underWay.get(i18n) ?? lazy(() => preload(i18n));
    underWay.set(i18n, waiting);
    return waiting;
  };

  function Part() {
    const { i18n } = useTranslation();
    const [Content] = useState(() => fetched.get(i18n) ?? awaited(i18n));
    return <Content />;
  }
  return Object.assign(Part, {
    preload: async (i18n: I18n, language?: Language) => void (await preload(i18n, language)),
    preloadWritten: async (i18n: I18n) => void (await preloadWritten(i18n)),
  });
}
