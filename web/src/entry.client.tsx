/**
 * Entry of the browser: hydrates a prerendered page, or renders the page when the HTML is empty or in
 * another language.
 */
import { startTransition, StrictMode, useEffect, type ReactNode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { Providers } from "./app/providers.tsx";
import { pageAt, Site } from "./app/router.tsx";
import { chosenLanguage, keepChosenLanguage } from "./i18n/chosen-language.ts";
import { createI18n } from "./i18n/i18n.ts";
import { maybeSignedIn } from "./session/signed-in-cookie.ts";
import { makeStore } from "./store/make-store.ts";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

const language = chosenLanguage();
// A prerendered page shows what a visitor without a session sees, in the language that the server knows.
const hydrates =
  root.hasChildNodes() && document.documentElement.lang === language && !maybeSignedIn();
keepChosenLanguage(language);

/** Signals to src/entry.loader.ts that the page is interactive, so that it replays the early clicks. */
function SignalInteractive({ children }: { children: ReactNode }) {
  useEffect(() => {
    // React hydrates the target of a click immediately, but only between its own tasks.
    const timer = setTimeout(() => document.dispatchEvent(new Event("interactive")));
    return () => clearTimeout(timer);
  }, []);
  return children;
}

const i18n = await createI18n(language);
const site = (
  <StrictMode>
    <Providers store={makeStore()} i18n={i18n}>
      <BrowserRouter>
        <SignalInteractive>
          <Site />
        </SignalInteractive>
      </BrowserRouter>
    </Providers>
  </StrictMode>
);

// HTML in another language stays readable until the page in the reader's language replaces it.
if (root.hasChildNodes()) {
  const page = pageAt(location.pathname);
  await page.preload(i18n).catch(() => undefined);
}
if (hydrates) {
  // A transition is interruptible: the page scrolls and responds during hydration.
  startTransition(() => void hydrateRoot(root, site));
} else {
  createRoot(root).render(site);
}
