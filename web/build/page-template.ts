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
  /** Files that the page fetches, in the order in which they can run. */
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
  const { meta, styles, html } = parts;
  const scripts = parts.scripts
    .filter((file) => !template.html.includes(`/${file}"`))
    .map((file) => `/${file}`);
  // What comes written is painted before its scripts are asked for; an empty page waits for them.
  const root = html
    ? `<div id="root" data-scripts="${scripts.join(" ")}">${html}</div>`
    : '<div id="root"></div>';
  const preloads = html ? [] : scripts.map(preload);
  let page = html
    ? template.html.replaceAll(firstScripts, '$& fetchpriority="low"')
    : template.html;
  page = swap(page, '<html lang="fr">', `<html lang="${language}">`);
  page = swap(page, "<!--meta-->", meta);
  page = swap(page, template.sheet, `<style>${template.css}</style>${styles}${preloads.join("")}`);
  return swap(page, '<div id="root"></div>', root);
}

const firstScripts = /<(?:link rel="modulepreload"|script type="module")/g;

const preload = (address: string): string =>
  `<link rel="modulepreload" crossorigin href="${address}">`;
