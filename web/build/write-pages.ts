import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { languages, type Language } from "@matinale/contracts/browser";
import { build, type Manifest, type Plugin } from "vite";
import { paths } from "../src/config/paths.ts";
import type * as Server from "../src/server.tsx";
import { scriptsOf, sourceOf, sourcesOf } from "./first-load.ts";
import { shellOf, type Template } from "./page-template.ts";
import { siteMap, robots } from "./site-map.ts";

/** Stands for the site's own address, which the gateway knows and the build does not. */
const originMark = "https://origin.invalid";

/** Pages for everybody, by address; the last stands for every address that is none. */
const written = {
  landing: paths.landing,
  login: paths.login,
  "sign-up": paths.signup,
  "not-found": "/not-found",
} as const;

/** What the gateway sends for each address. */
const index = {
  pages: {
    [paths.landing]: "landing",
    [paths.login]: "login",
    [paths.signup]: "sign-up",
    [paths.account]: "shell",
    [paths.settings]: "shell",
    [paths.subscribe]: "shell",
    [paths.messageStatus]: "shell",
  },
  other: "not-found",
  signedIn: "shell",
  languages,
  originMark,
};

/**
 * Writes the pages for everybody, in both languages, as they look before any script has run, and
 * for the others a shell in each language.
 */
export function writePages(): Plugin {
  return {
    name: "write-pages",
    apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    writeBundle: {
      sequential: true,
      order: "pre",
      async handler({ dir }) {
        if (!dir) return;
        const server = await buildServer(join(dir, ".server"));
        const template = await readTemplate(dir);
        const folder = join(dir, "pages");
        await mkdir(folder, { recursive: true });
        const put = (name: string, text: string) => writeFile(join(folder, name), text);
        for (const language of languages) {
          for (const page of Object.keys(written) as (keyof typeof written)[]) {
            const html = await compose(template, server, page, language);
            await put(`${page}.${language}.html`, html);
          }
          await put(`shell.${language}.html`, composeShell(template, server, language));
        }
        await put("sitemap.xml", siteMap(server.listed, server.addressOf, originMark));
        await put("robots.txt", robots(originMark));
        await put("index.json", JSON.stringify(index));
        await rm(join(dir, ".server"), { recursive: true });
      },
    },
  };
}

async function compose(
  template: Template,
  server: typeof Server,
  page: keyof typeof written,
  language: Language,
): Promise<string> {
  const { html, styles } = await server.writePage(written[page], language);
  const scripts = scriptsOf(template.manifest, sourcesOf(page, language));
  const data =
    page === "landing"
      ? `<script type="application/ld+json">${server.structuredData(language, originMark)}</script>`
      : "";
  return shellOf(template, language, {
    meta: server.metaOf(page, language, originMark) + data,
    styles,
    scripts,
    html,
  });
}

/** A page for who is signed in, or may be: nothing of it is known before. */
function composeShell(template: Template, server: typeof Server, language: Language): string {
  return shellOf(template, language, {
    meta: server.metaOf("shell", language, originMark),
    styles: "",
    scripts: scriptsOf(template.manifest, [sourceOf("site", language)]),
    html: "",
  });
}

async function buildServer(outDir: string): Promise<typeof Server> {
  await build({
    root: join(import.meta.dirname, ".."),
    logLevel: "warn",
    build: {
      ssr: "src/server.tsx",
      outDir,
      emptyOutDir: true,
      manifest: false,
      copyPublicDir: false,
    },
  });
  // Another build is another module.
  return import(`${pathToFileURL(join(outDir, "server.js")).href}?${Date.now()}`);
}

async function readTemplate(dir: string): Promise<Template> {
  const html = await readFile(join(dir, "index.html"), "utf8");
  const manifest: Manifest = JSON.parse(await readFile(join(dir, ".vite/manifest.json"), "utf8"));
  const sheet = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/.exec(html);
  if (!sheet?.[1]) throw new Error("the built index.html has no style sheet");
  return { html, manifest, sheet: sheet[0], css: await readFile(join(dir, sheet[1]), "utf8") };
}
