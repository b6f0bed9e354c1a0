import type { i18n as I18n } from "i18next";
import { LucideProvider } from "lucide-react";
import type { ReactNode } from "react";
import { Provider } from "react-redux";
import { I18nextProvider, useTranslation } from "react-i18next";
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
      <I18nextProvider i18n={i18n}>
        <Title />
        {/* The design of every icon. Some have another size, or another stroke for it. */}
        <LucideProvider size={18} strokeWidth={1.75}>
          {children}
          <ToastRegion />
        </LucideProvider>
      </I18nextProvider>
    </Provider>
  );
}

function Title() {
  const { t } = useTranslation();
  return <title>{t("tagline")}</title>;
}
