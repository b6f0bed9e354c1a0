import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { Providers } from "./app/providers.tsx";
import { Site } from "./app/router.tsx";
import { createI18n, storedLanguage } from "./i18n/i18n.ts";
import { makeStore } from "./store/make-store.ts";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

const i18n = await createI18n(storedLanguage());

createRoot(root).render(
  <StrictMode>
    <Providers store={makeStore()} i18n={i18n}>
      <BrowserRouter>
        <Site />
      </BrowserRouter>
    </Providers>
  </StrictMode>,
);
