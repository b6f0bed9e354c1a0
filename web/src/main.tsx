import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, RouterProvider } from "react-router-dom";
import { Providers } from "./app/providers.tsx";
import { routes } from "./app/router.tsx";
import { createI18n, storedLanguage } from "./i18n/i18n.ts";
import { makeStore } from "./store/make-store.ts";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

const i18n = await createI18n(storedLanguage());

createRoot(root).render(
  <StrictMode>
    <Providers store={makeStore()} i18n={i18n}>
      <RouterProvider router={createBrowserRouter(routes)} />
    </Providers>
  </StrictMode>,
);
