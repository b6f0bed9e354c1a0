import { languages, type Language } from "@matinale/contracts/browser";
import { routes } from "../src/app/routes.ts";
import { paths } from "../src/config/paths.ts";
import meta from "../src/i18n/languages/fr/meta.json" with { type: "json" };

type AddressOf = (origin: string, path: string, language: Language) => string;

/** Pages that search engines may list: those with a description. The others are `noindex`. */
export const listedPages = Object.keys(meta.descriptions) as (keyof typeof meta.descriptions)[];

/** Every listed page in every language, with links to its translations (sitemaps.org, hreflang). */
export function siteMap(addressOf: AddressOf, origin: string): string {
  const entries = listedPages.flatMap((page) => {
    const { path } = routes[page];
    const translations = languages
      .map(
        (each) =>
          `<xhtml:link rel="alternate" hreflang="${each}" href="${addressOf(origin, path, each)}"/>`,
      )
      .join("");
    return languages.map(
      (language) => `<url><loc>${addressOf(origin, path, language)}</loc>${translations}</url>`,
    );
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    "</urlset>",
    "",
  ].join("\n");
}

/**
 * Paths that search engines do not crawl. Not /api: pages load their plans and prices from it, and a search engine
 * that renders pages must load them, too.
 */
const disallowed = [paths.account, paths.settings, paths.messageStatus, "/media/"];

export const robots = (origin: string): string =>
  [
    "User-agent: *",
    ...disallowed.map((path) => `Disallow: ${path}`),
    `Sitemap: ${origin}/sitemap.xml`,
    "",
  ].join("\n");
