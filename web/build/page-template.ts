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
  const scripts = parts.scripts.map((file) => `/${file}`);
  let page = template.html;
  page = swap(page, '<html lang="fr">', `<html lang="${language}">`);
  page = swap(page, "<!--meta-->", meta);
  page = swap(page, template.sheet, `<style>${template.css}</style>${styles}`);
  if (!html) {
    const others = scripts.filter((address) => !page.includes(`"${address}"`));
    return swap(page, "</head>", `${others.map(preload).join("")}</head>`);
  }
  // What comes written is painted before its scripts and its manifest are asked for; `start` does that.
  const start = template.manifest["src/start.ts"]?.file;
  if (start === undefined) throw new Error("the build has no src/start.ts");
  page = page
    .replace(preloads, "")
    .replace(manifest, "")
    .replace(entry, `<script type="module" fetchpriority="low" src="/${start}"></script>`);
  const root = `<div id="root" data-scripts="${scripts.join(" ")}">${html}</div>`;
  return swap(page, '<div id="root"></div>', root);
}

const preloads = /\s*<link rel="modulepreload"[^>]*>/g;
const manifest = /\s*<link rel="manifest"[^>]*>/;
const entry = /<script type="module"[^>]*><\/script>/;

const preload = (address: string): string =>
  `<link rel="modulepreload" crossorigin href="${address}">`;
