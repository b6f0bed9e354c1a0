import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { Language } from "@matinale/contracts/browser";
import type { Manifest } from "vite";
import { pageTexts, type PageName } from "../src/config/page-texts.ts";
import type { TextPart } from "../src/i18n/text-files.ts";

/** Source file of what is said in a language. */
export const sourceOf = (part: TextPart | "site", language: Language): string =>
  `src/i18n/languages/${language}/${part}.json`;

/** Source files of a page, as the manifest names them: its code and what it says in a language. */
export const sourcesOf = (page: PageName, language: Language): string[] => [
  `src/app/routes/${page}-page.tsx`,
  ...(["site", ...pageTexts[page]] as const).map((part) => sourceOf(part, language)),
];

/**
 * Every script that a browser fetches before a page can be used: the sources, the entry, and all
 * that these import, which comes before them.
 *
 * @throws RangeError  when the build has no such source: a budget that checks nothing is no budget
 */
export function scriptsOf(manifest: Manifest, sources: readonly string[]): string[] {
  const seen = new Set<string>();
  const visit = (name: string): string[] => {
    const chunk = manifest[name];
    if (!chunk) throw new RangeError(`the build has no ${name}`);
    if (seen.has(chunk.file)) return [];
    seen.add(chunk.file);
    return [...(chunk.imports ?? []).flatMap(visit), chunk.file];
  };
  return [...sources, "index.html"].flatMap(visit);
}

/** What the scripts weigh on the wire, and their text. */
export async function weigh(folder: string, files: string[]) {
  const sources = await Promise.all(files.map((file) => readFile(join(folder, file))));
  return {
    bytes: sources.reduce((sum, source) => sum + brotliCompressSync(source).byteLength, 0),
    text: sources.map(String).join("\n"),
  };
}
