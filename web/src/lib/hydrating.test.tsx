import { screen, waitFor } from "@testing-library/react";
import { useEffect, type ReactNode } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { useTranslation } from "react-i18next";
import { changeLanguage, createI18n } from "../i18n/i18n.ts";
import { makeStore } from "../store/make-store.ts";
import { Providers } from "../app/providers.tsx";
import { pageAt, Site } from "../app/router.tsx";

/** Changes the language when the header is interactive and the page is not hydrated yet. */
function EarlyChoice({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation();
  useEffect(() => void i18n.changeLanguage("en"), [i18n]);
  return children;
}

test("a language change during hydration changes the whole page", async () => {
  const i18n = await createI18n("fr");
  const page = pageAt("/");
  await page.preload(i18n);
  await changeLanguage(i18n, "en");
  await changeLanguage(i18n, "fr");
  const site = (
    <Providers store={makeStore()} i18n={i18n}>
      <MemoryRouter>
        <EarlyChoice>
          <Site />
        </EarlyChoice>
      </MemoryRouter>
    </Providers>
  );
  const root = document.createElement("div");
  document.body.append(root);
  // The first rendering requests the footer, the second one contains it.
  renderToString(site);
  await import("../app/layout/footer.tsx");
  root.innerHTML = renderToString(site);
  const footer = root.querySelector("footer");
  expect(footer).toHaveTextContent("Le journal du matin qui s’écoute.");

  const hydrationErrors: unknown[] = [];
  const hydrated = hydrateRoot(root, site, { onRecoverableError: (e) => hydrationErrors.push(e) });
  await waitFor(() => {
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("The news, out loud.");
    expect(root.querySelector("footer")).toHaveTextContent("The morning paper you listen to.");
  });
  expect(hydrationErrors).toEqual([]);
  hydrated.unmount();
});
