import type { Language } from "@matinale/contracts/browser";
import type { i18n as I18n, ParseKeys, TFunction } from "i18next";
import {
  cloneElement,
  createContext,
  use,
  useCallback,
  useMemo,
  useSyncExternalStore,
  type ReactElement,
  type ReactNode,
} from "react";
import { currentLanguage, initialLanguage } from "./i18n.ts";

const Texts = createContext<I18n | null>(null);

export function TextsProvider({ i18n, children }: { i18n: I18n; children: ReactNode }) {
  return <Texts value={i18n}>{children}</Texts>;
}

/**
 * The texts in the language of the interface; `t` is another function after a change of language. A
 * prerendered page is hydrated in its own language, even when the reader has chosen another one already.
 */
export function useTranslation(): { t: TFunction; i18n: I18n; language: Language } {
  const i18n = use(Texts);
  if (!i18n) throw new Error("there are no texts around this component");
  const subscribe = useCallback(
    (changed: () => void) => {
      i18n.on("languageChanged", changed);
      return () => i18n.off("languageChanged", changed);
    },
    [i18n],
  );
  const language = useSyncExternalStore(
    subscribe,
    () => currentLanguage(i18n),
    () => initialLanguage(i18n),
  );
  return useMemo(() => ({ t: i18n.getFixedT(language), i18n, language }), [i18n, language]);
}

interface TransProps {
  i18nKey: ParseKeys;
  values?: Record<string, string>;
  /** The element for each `<name>…</name>` of the text. */
  components: Record<string, ReactElement>;
}

/** A text with elements inside, one level deep. */
export function Trans({ i18nKey, values, components }: TransProps) {
  const { t } = useTranslation();
  // The parts repeat in threes: text, name of a tag, content of the tag.
  const parts = String(t(i18nKey, { ...values })).split(/<(\w+)>(.*?)<\/\1>/);
  return parts.map((part, index) => {
    if (index % 3 === 0) return part;
    if (index % 3 === 1) return null;
    const element = components[parts[index - 1] ?? ""];
    return element ? cloneElement(element, { key: part }, part) : part;
  });
}
