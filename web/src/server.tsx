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

export { structuredData } from "./server/structured-data.ts";
export { addressOf, listed, metaOf } from "./server/meta.ts";

export interface WrittenPage {
  /** What stands in #root. */
  html: string;
  /** `<style>` elements that styled-components takes over. */
  styles: string;
}

/** A page as a visitor without a session sees it before any script has run. */
export async function writePage(path: string, language: Language): Promise<WrittenPage> {
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
        // In one piece: what comes later would be put in its place by an inline script.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onError: (fault) => {
          throw fault;
        },
      },
    );
    const html = await text(prelude);
    // The title stands in the head.
    return { html: html.replace(/<title>[^<]*<\/title>/, ""), styles: sheet.getStyleTags() };
  } finally {
    sheet.seal();
  }
}
