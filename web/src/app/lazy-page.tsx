import type { i18n as I18n } from "i18next";
import { lazy, useState, type ComponentType, type ReactNode } from "react";
import { loadTexts } from "../i18n/i18n.ts";
import type { TextPart } from "../i18n/text-files.ts";
import { useTranslation } from "../i18n/translation.tsx";

export interface LazyPage {
  (): ReactNode;
  /** Fetches what the page needs; shown after that, it appears at once. */
  preload(i18n: I18n): Promise<void>;
}

/** A page in files of its own, code and texts, fetched when it is first visited. */
export function lazyPage(
  load: () => Promise<{ default: ComponentType }>,
  texts: readonly TextPart[],
): LazyPage {
  const fetched = new WeakMap<I18n, ComponentType>();
  const underWay = new WeakMap<I18n, ComponentType>();

  const fetchInto = async (i18n: I18n): Promise<{ default: ComponentType }> => {
    const [file] = await Promise.all([load(), loadTexts(i18n, texts)]);
    fetched.set(i18n, file.default);
    return file;
  };

  /** One for each loading, or React would start anew at every try. */
  const awaited = (i18n: I18n): ComponentType => {
    const waiting = underWay.get(i18n) ?? lazy(() => fetchInto(i18n));
    underWay.set(i18n, waiting);
    return waiting;
  };

  function Page() {
    const { i18n } = useTranslation();
    const [Content] = useState(() => fetched.get(i18n) ?? awaited(i18n));
    return <Content />;
  }
  return Object.assign(Page, {
    preload: async (i18n: I18n) => void (await fetchInto(i18n)),
  });
}
