import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { Provider } from "react-redux";
import { MemoryRouter } from "react-router-dom";
import { createI18n, loadTexts } from "../i18n/i18n.ts";
import { Hydrating } from "../lib/hydrating.tsx";
import { makeStore } from "../store/make-store.ts";

type TextFiles = Parameters<typeof loadTexts>[1];

/** French content as in the HTML of the build. @returns `hydrate`, which makes it interactive at an address */
export async function prerendered(content: ReactNode, texts: TextFiles) {
  const i18n = await createI18n("fr");
  await loadTexts(i18n, texts, "fr");
  const store = makeStore();
  const page = (address: string) => (
    <Provider store={store}>
      <I18nextProvider i18n={i18n}>
        <MemoryRouter initialEntries={[address]}>
          <Hydrating>{content}</Hydrating>
        </MemoryRouter>
      </I18nextProvider>
    </Provider>
  );
  const container = document.createElement("div");
  document.body.append(container);
  container.innerHTML = renderToString(page("/"));
  return { hydrate: (address = "/") => render(page(address), { container, hydrate: true }) };
}
