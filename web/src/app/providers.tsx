import type { i18n as I18n } from "i18next";
import type { ReactNode } from "react";
import { TextsProvider, useTranslation } from "../i18n/translation.tsx";
import { Provider } from "react-redux";
import type { AppStore } from "../store/make-store.ts";
import { ToastPlace } from "../toasts/toast-place.tsx";

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
        <ToastPlace />
      </TextsProvider>
    </Provider>
  );
}

function Title() {
  const { t } = useTranslation();
  return <title>{t("tagline")}</title>;
}
