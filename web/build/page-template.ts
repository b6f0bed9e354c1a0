import type { Language } from "@matinale/contracts/browser";
import type { Manifest } from "vite";

/** The built index.html, and what is put elsewhere in it. */
export interface Template {
  html: string;
  manifest: Manifest;
  /** The link to the style sheet, and what stands there. */
  sheet: string;
  css: string;
}

export interface PageParts {
  /** Title, description and links. */
  meta: string;
  styles: string;
  /** Files that the page fetches; those that the template names already are not named twice. */
  scripts: readonly string[];
  html: string;
}

/** Replaces text that must be there, word for word. */
function swap(html: string, from: string, to: string): string {
  if (!html.includes(from)) throw new Error(`the built index.html has no ${from}`);
  return html.replace(from, () => to);
}

/** A page around its parts, with the style sheet inside: one round trip less before the first paint. */
export function shellOf(template: Template, language: Language, parts: PageParts): string {
  const { meta, styles, scripts, html } = parts;
  const preloads = scripts
    .filter((file) => !template.html.includes(`/${file}"`))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  let page = template.html;
  page = swap(page, '<html lang="fr">', `<html lang="${language}">`);
  page = swap(page, "<!--meta-->", meta);
  page = swap(page, template.sheet, `<style>${template.css}</style>${styles}${preloads.join("")}`);
  page = swap(page, '<div id="root"></div>', `<div id="root">${html}</div>`);
  return page;
}
