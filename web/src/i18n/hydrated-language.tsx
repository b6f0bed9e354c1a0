import { use, type ReactNode } from "react";
import type { i18n as I18n } from "i18next";
import { I18nContext, I18nextProvider } from "react-i18next";
import { useHydrating } from "../lib/hydrating.tsx";

/** The texts around a component; `useTranslation` returns a new object after each change of language. */
export function useI18n(): I18n {
  const context = use(I18nContext);
  if (!context) throw new Error("there are no texts around this component");
  return context.i18n;
}

/**
 * Hydrates prerendered HTML in its own language, even when the reader has chosen another one already,
 * and changes the language when it is hydrated.
 */
export function HydratedLanguage({ children }: { children: ReactNode }) {
  const i18n = useI18n();
  const { lng = "fr" } = i18n.options;
  const outdated = useHydrating() && i18n.language !== lng;
  return (
    <I18nextProvider i18n={outdated ? i18n.cloneInstance({ lng }) : i18n}>
      {children}
    </I18nextProvider>
  );
}
