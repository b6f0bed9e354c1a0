import { languages, type Language } from "@matinale/contracts/browser";
import { paths } from "../src/config/paths.ts";

type AddressOf = (origin: string, path: string, language: Language) => string;

/** Every page for everybody in every language, each with its counterparts (sitemaps.org, hreflang). */
export function siteMap(
  listed: Record<string, string>,
  addressOf: AddressOf,
  origin: string,
): string {
  const entries = Object.values(listed).flatMap((path) => {
    const counterparts = languages
      .map(
        (each) =>
          `<xhtml:link rel="alternate" hreflang="${each}" href="${addressOf(origin, path, each)}"/>`,
      )
      .join("");
    return languages.map(
      (language) => `<url><loc>${addressOf(origin, path, language)}</loc>${counterparts}</url>`,
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

/** What search engines need not ask for. */
const closed = [paths.account, paths.settings, paths.messageStatus, "/api/", "/media/"];

export const robots = (origin: string): string =>
  [
    "User-agent: *",
    ...closed.map((path) => `Disallow: ${path}`),
    `Sitemap: ${origin}/sitemap.xml`,
    "",
  ].join("\n");
