/** Entry of the build: renders pages to HTML, as a visitor without a session sees them. */
import { text } from "node:stream/consumers";
import type { Language } from "@matinale/contracts/browser";
import { StrictMode } from "react";
import { prerenderToNodeStream } from "react-dom/static";
import { StaticRouter } from "react-router-dom";
import { ServerStyleSheet } from "styled-components";
import { Providers } from "./app/providers.tsx";
import { pageAt, Site } from "./app/router.tsx";
import { createI18n } from "./i18n/i18n.ts";
import { makeStore } from "./store/make-store.ts";

export { structuredData } from "./prerender/structured-data.ts";
export { addressOf, metaOf } from "./prerender/meta.ts";

/** @returns the content of #root, and the `<style>` elements, which styled-components reuses in the browser */
export async function prerenderPage(path: string, language: Language) {
  const i18n = await createI18n(language);
  await pageAt(path).preload(i18n);
  const sheet = new ServerStyleSheet();
  try {
    const { prelude } = await prerenderToNodeStream(
      sheet.collectStyles(
        <StrictMode>
          <Providers store={makeStore()} i18n={i18n}>
            <StaticRouter location={path}>
              <Site />
            </StaticRouter>
          </Providers>
        </StrictMode>,
      ),
      {
        // One chunk: React moves later chunks into place with inline scripts, which the site's policy forbids.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onError: (fault) => {
          throw fault;
        },
      },
    );
    const html = await text(prelude);
    // The template puts the title into the head.
    return { html: html.replace(/<title>[^<]*<\/title>/, ""), styles: sheet.getStyleTags() };
  } finally {
    sheet.seal();
  }
}
