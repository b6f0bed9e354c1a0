import type { i18n as I18n } from "i18next";
import type { ReactNode } from "react";
import { Provider } from "react-redux";
import { TextsProvider, useTranslation } from "../i18n/translation.tsx";
import type { AppStore } from "../store/make-store.ts";
import { ToastRegion } from "../toasts/toast-region.tsx";

interface ProvidersProps {
  store: AppStore;
  i18n: I18n;
  children: ReactNode;
}

export function Providers({ store, i18n, children }: ProvidersProps) {
  return (
    <Provider store={store}>
      <TextsProvider i18n={i18n}>
        <Title />
        {children}
        <ToastRegion />
      </TextsProvider>
    </Provider>
  );
}

function Title() {
  const { t } = useTranslation();
  return <title>{t("tagline")}</title>;
}
