import type { i18n as I18n } from "i18next";
import { createContext, use, useDeferredValue, useSyncExternalStore, type ReactNode } from "react";
import { I18nContext, I18nextProvider } from "react-i18next";

const never = () => () => undefined;
const yes = () => true;
const no = () => false;

const HydratingContext = createContext(false);

/** True while the page is prerendered, and in the browser until this part of it is hydrated. */
export const useHydrating = (): boolean => use(HydratingContext);

/** The texts around a component; `useTranslation` returns a new object after each change of language. */
export function useI18n(): I18n {
  const context = use(I18nContext);
  if (!context) throw new Error("there are no texts around this component");
  return context.i18n;
}

/**
 * Inside each Suspense boundary of a prerendered page, and around what is outside them: a boundary whose context
 * changes before it is hydrated would be rendered from scratch. The change is deferred, so that React renders what depends on
 * it in short tasks.
 *
 * Prerendered HTML is hydrated in its own language, even when the reader has chosen another one already; the language
 * changes when it is hydrated.
 */
export function Hydrating({ children }: { children: ReactNode }) {
  const hydrating = useDeferredValue(useSyncExternalStore(never, no, yes));
  const i18n = useI18n();
  const { lng = "fr" } = i18n.options;
  const outdated = hydrating && i18n.language !== lng;
  return (
    <HydratingContext value={hydrating}>
      <I18nextProvider i18n={outdated ? i18n.cloneInstance({ lng }) : i18n}>
        {children}
      </I18nextProvider>
    </HydratingContext>
  );
}
