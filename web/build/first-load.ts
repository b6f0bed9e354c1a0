import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { Language } from "@matinale/contracts/browser";
import type { Manifest } from "vite";
import { pageTexts, type PageName } from "../src/config/page-texts.ts";

/** Source files of a page, as the manifest names them: its code and what it says in a language. */
export const sourcesOf = (page: PageName, language: Language): string[] => [
  `src/app/routes/${page}-page.tsx`,
  ...["site", ...pageTexts[page]].map((part) => `src/i18n/languages/${language}/${part}.json`),
];

/**
 * Every script that a browser fetches before a page can be used: the entry, the sources, and all
 * that these import.
 *
 * @throws RangeError  when the build has no such source: a budget that checks nothing is no budget
 */
export function scriptsOf(manifest: Manifest, sources: readonly string[]): string[] {
  const files = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk) throw new RangeError(`the build has no ${name}`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  visit("index.html");
  for (const source of sources) visit(source);
  return [...files];
}

/** What the scripts weigh on the wire, and their text. */
export async function weigh(folder: string, files: string[]) {
  const sources = await Promise.all(files.map((file) => readFile(join(folder, file))));
  return {
    bytes: sources.reduce((sum, source) => sum + brotliCompressSync(source).byteLength, 0),
    text: sources.map(String).join("\n"),
  };
}
