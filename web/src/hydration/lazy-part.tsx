import type { Language } from "@matinale/contracts/browser";
import type { i18n as I18n } from "i18next";
import { lazy, useState, type ComponentType, type ReactNode } from "react";
import { loadCurrentTexts, loadTexts } from "../i18n/i18n.ts";
import type { TextPart } from "../i18n/text-files.ts";
import { useTranslation } from "../i18n/translation.tsx";

export interface LazyPart {
  (): ReactNode;
  /** Loads the code, the texts and the parts of a page; after that it renders without suspending. */
  preload(i18n: I18n, language?: Language): Promise<void>;
  /** Loads the code and the texts, without the parts: their HTML is prerendered. */
  preloadForHydration(i18n: I18n): Promise<void>;
}

export interface PartFile {
  default: ComponentType & {
    /** Parts to load with it when the browser renders it; not needed for hydration. */
    parts?: readonly Pick<LazyPart, "preload">[];
  };
}

/** A page or a part of one whose code and texts are loaded when it is first shown. */
export function lazyPart(load: () => Promise<PartFile>, texts: readonly TextPart[]): LazyPart {
  const loaded = new WeakMap<I18n, ComponentType>();
  const suspended = new WeakMap<I18n, ComponentType>();

  const preloadForHydration = async (i18n: I18n, language?: Language): Promise<PartFile> => {
    const [file] = await Promise.all([
      load(),
      language ? loadTexts(i18n, texts, language) : loadCurrentTexts(i18n, texts),
    ]);
    loaded.set(i18n, file.default);
    return file;
  };

  const preload = async (i18n: I18n, language?: Language): Promise<PartFile> => {
    const file = await preloadForHydration(i18n, language);
    // In parallel and in advance: a part that suspends renders the whole page again.
    await Promise.all((file.default.parts ?? []).map((part) => part.preload(i18n, language)));
    return file;
  };

  /** The same component for every render: React restarts the loading of a new one. */
  const suspending = (i18n: I18n): ComponentType => {
    const component = suspended.get(i18n) ?? lazy(() => preload(i18n));
    suspended.set(i18n, component);
    return component;
  };

  function Part() {
    const { i18n } = useTranslation();
    const [Content] = useState(() => loaded.get(i18n) ?? suspending(i18n));
    return <Content />;
  }
  return Object.assign(Part, {
    preload: async (i18n: I18n, language?: Language) => void (await preload(i18n, language)),
    preloadForHydration: async (i18n: I18n) => void (await preloadForHydration(i18n)),
  });
}
