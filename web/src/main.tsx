import { startTransition, StrictMode, useEffect, type ReactNode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { Providers } from "./app/providers.tsx";
import { pageAt, Site } from "./app/router.tsx";
import { chosenLanguage, keepLanguage } from "./i18n/chosen-language.ts";
import { createI18n } from "./i18n/i18n.ts";
import { maySignedIn } from "./session/marker.ts";
import { makeStore } from "./store/make-store.ts";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

const language = chosenLanguage();
// Written on the server for a visitor, in the language that it knows of.
const written =
  root.hasChildNodes() && document.documentElement.lang === language && !maySignedIn();
keepLanguage(language);

/** In the browser and taken over: what was pressed before can be done now, by src/start.ts. */
function Operable({ children }: { children: ReactNode }) {
  useEffect(() => {
    // React hydrates at once what a click needs, but only between its own tasks.
    const timer = setTimeout(() => document.dispatchEvent(new Event("operable")));
    return () => clearTimeout(timer);
  }, []);
  return children;
}

/** A page that came written answers in between. */
const nextTask = () => new Promise<void>((go) => void (written ? setTimeout(go) : go()));

const i18n = await createI18n(language);
await nextTask();
const store = makeStore();
await nextTask();
const site = (
  <StrictMode>
    <Providers store={store} i18n={i18n}>
      <BrowserRouter>
        <Operable>
          <Site />
        </Operable>
      </BrowserRouter>
    </Providers>
  </StrictMode>
);

const page = pageAt(location.pathname);
if (written) {
  await page.preloadWritten(i18n).catch(() => undefined);
  // In slices, so that the page scrolls and answers meanwhile.
  startTransition(() => void hydrateRoot(root, site));
} else {
  // In another language it is read until the reader's own can take its place.
  if (root.hasChildNodes()) await page.preload(i18n).catch(() => undefined);
  createRoot(root).render(site);
}
