import type { i18n as I18n } from "i18next";
import { lazy, useState, type ComponentType, type ReactNode } from "react";
import { useI18n } from "../lib/hydrating.tsx";
import { loadCurrentTexts } from "../i18n/i18n.ts";
import type { TextFile } from "../i18n/text-files.ts";

export interface LazyPage<Props> {
  (props: Props): ReactNode;
  /** Loads the code and the texts; after that the page renders without suspending. */
  preload(i18n: I18n): Promise<void>;
}

/** A page, or a part of one, whose code and texts are loaded when it is first shown. */
export function lazyPage<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  texts: readonly TextFile[],
): LazyPage<Props> {
  /** The page, or before it is loaded a component that suspends: the same for every render, as React restarts a new one. */
  const contents = new WeakMap<I18n, ComponentType<Props>>();

  const fetch = async (i18n: I18n) => {
    const [file] = await Promise.all([load(), loadCurrentTexts(i18n, texts)]);
    contents.set(i18n, file.default);
    return file;
  };

  function Page(props: Props) {
    const i18n = useI18n();
    const [Content] = useState(() => {
      const content = contents.get(i18n) ?? lazy(() => fetch(i18n));
      contents.set(i18n, content);
      return content;
    });
    return <Content {...props} />;
  }
  return Object.assign(Page, { preload: async (i18n: I18n) => void (await fetch(i18n)) });
}
