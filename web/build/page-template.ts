import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Language } from "@matinale/contracts/browser";
import type { Manifest } from "vite";

export type Template = Awaited<ReturnType<typeof readTemplate>>;

export interface PageParts {
  /** Title, description and links. */
  meta: string;
  styles: string;
  /** Files that the page loads, in the order in which they run. */
  scripts: readonly string[];
  html: string;
}

/** The built index.html, with the parts of it that are replaced: `sheet` is the link to the style sheet. */
export async function readTemplate(dir: string) {
  const html = await readFile(join(dir, "index.html"), "utf8");
  const manifest: Manifest = JSON.parse(await readFile(join(dir, ".vite/manifest.json"), "utf8"));
  const sheet = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/.exec(html);
  if (!sheet?.[1]) throw new Error("the built index.html has no style sheet");
  return { html, manifest, sheet: sheet[0], css: await readFile(join(dir, sheet[1]), "utf8") };
}

/** A complete page, with the style sheet inline: one round trip less before the first paint. */
export function fillTemplate(template: Template, language: Language, parts: PageParts): string {
  const { meta, styles, html } = parts;
  const scripts = parts.scripts.map((file) => `/${file}`);
  let page = template.html;
  page = swap(page, '<html lang="fr">', `<html lang="${language}">`);
  page = swap(page, "<!--meta-->", fontPreloads(template.css) + meta);
  page = swap(page, template.sheet, `<style>${template.css}</style>${styles}`);
  const loader = template.manifest["src/entry.loader.ts"]?.file;
  if (loader === undefined) throw new Error("the build has no src/entry.loader.ts");
  // The loader requests the manifest, and the scripts of a prerendered page, after the first paint.
  const priority = html ? ' fetchpriority="low"' : "";
  page = page
    .replace(preloads, "")
    .replace(manifest, "")
    .replace(entry, `<script type="module"${priority} src="/${loader}"></script>`);
  if (!html) page = swap(page, "</head>", `${scripts.map(preload).join("")}</head>`);
  const root = `<div id="root" data-scripts="${scripts.join(" ")}">${html}</div>`;
  return swap(page, '<div id="root"></div>', root + reloadLink);
}

/** The loader shows it when the scripts do not run: they failed to load, or the browser blocks cookies and storage. */
const reloadLink =
  '<p id="reload" hidden><span lang="fr">Cette page n’a pas pu démarrer. <a href="">Rechargez la page</a> ; si cela se répète, autorisez les cookies de ce site.</span> <span lang="en">This page could not start. <a href="">Reload the page</a>; if this happens again, allow cookies for this site.</span></p>';

const preloads = /\s*<link rel="modulepreload"[^>]*>/g;
const manifest = /\s*<link rel="manifest"[^>]*>/;
const entry = /<script type="module"[^>]*><\/script>/;

function swap(html: string, from: string, to: string): string {
  if (!html.includes(from)) throw new Error(`the built index.html has no ${from}`);
  return html.replace(from, () => to);
}

const preload = (address: string): string =>
  `<link rel="modulepreload" crossorigin href="${address}">`;

/** Typefaces load with the page. Files named "more" have letters that few pages show. */
const fontPreloads = (css: string): string =>
  Array.from(css.matchAll(/url\("?([^")]+\.woff2)"?\)/g), ([, address = ""]) => address)
    .filter((address) => !address.includes("-more-"))
    .map(
      (address) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${address}">`,
    )
    .join("");
