import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { languages, type Language } from "@matinale/contracts/browser";
import { build, type Plugin } from "vite";
import { routes, type PageName, type PageRoute } from "../src/app/routes.ts";
import type * as Prerender from "../src/entry.prerender.tsx";
import { scriptsOf, sourceOf, sourcesOf } from "./first-load.ts";
import { readProduct, withoutIncidents } from "./built-modules.ts";
import { fillTemplate, readTemplate, type Template } from "./page-template.ts";
import { siteMap, robots } from "./site-map.ts";

/** Placeholder for the site's own address, which the gateway knows and the build does not. */
const originMark = "https://origin.invalid";

const rows = Object.entries(routes) as [PageName, PageRoute][];

/** Which file the gateway sends for an address; `services/gateway` reads it from pages/index.json. */
const index = {
  pages: Object.fromEntries(
    rows
      .filter(([, { path }]) => path !== "*")
      .map(([name, { path, isPublic }]) => [path, isPublic ? name : "shell"]),
  ),
  other: "not-found" satisfies PageName,
  signedIn: "shell",
  languages,
  originMark,
};

/**
 * Renders the public pages to HTML in each language, and writes an empty page in each language for
 * the others, which the browser renders.
 */
export function prerenderPages(): Plugin {
  return {
    name: "prerender-pages",
    apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    writeBundle: {
      sequential: true,
      order: "pre",
      async handler({ dir }) {
        if (!dir) return;
        const entry = await buildEntry(join(dir, ".prerender"));
        const template = await readTemplate(dir);
        const folder = join(dir, "pages");
        await mkdir(folder, { recursive: true });
        const write = (name: string, text: string) => writeFile(join(folder, name), text);
        for (const language of languages) {
          for (const [page, { isPublic }] of rows) {
            if (!isPublic) continue;
            const html = await renderPage(template, entry, page, language);
            await write(`${page}.${language}.html`, html);
          }
          await write(`shell.${language}.html`, renderShell(template, entry, language));
        }
        await write("sitemap.xml", siteMap(entry.addressOf, originMark));
        await write("robots.txt", robots(originMark));
        const product = withoutIncidents(readProduct());
        await write("index.json", JSON.stringify({ ...index, product }));
        // The JSON file is copied from `public/` and names the brand.
        const file = join(dir, "site.webmanifest");
        const brand = JSON.stringify(product.brand.name);
        await writeFile(
          file,
          (await readFile(file, "utf8")).replaceAll('"{{brand}}"', () => brand),
        );
        await rm(join(dir, ".prerender"), { recursive: true });
      },
    },
  };
}

async function renderPage(
  template: Template,
  entry: typeof Prerender,
  page: PageName,
  language: Language,
): Promise<string> {
  const { path } = routes[page];
  const data =
    page === "landing"
      ? `<script type="application/ld+json">${entry.structuredData(language, originMark)}</script>`
      : "";
  return fillTemplate(template, language, {
    // An address without a page shows the page for unknown addresses.
    ...(await entry.prerenderPage(path === "*" ? "/not-found" : path, language)),
    meta: entry.metaOf(page, language, originMark) + data,
    scripts: scriptsOf(template.manifest, sourcesOf(page, language)),
  });
}

/** An empty page, for readers who may be signed in and for pages that are not prerendered. */
function renderShell(template: Template, entry: typeof Prerender, language: Language): string {
  return fillTemplate(template, language, {
    meta: entry.metaOf("shell", language, originMark),
    styles: "",
    scripts: scriptsOf(template.manifest, [sourceOf("site", language)]),
    html: "",
  });
}

async function buildEntry(outDir: string): Promise<typeof Prerender> {
  await build({
    root: join(import.meta.dirname, ".."),
    logLevel: "warn",
    build: {
      ssr: "src/entry.prerender.tsx",
      outDir,
      emptyOutDir: true,
      manifest: false,
      copyPublicDir: false,
    },
  });
  return import(pathToFileURL(join(outDir, "entry.prerender.js")).href);
}
