import type { Language } from "@matinale/contracts/browser";
import type { Manifest } from "vite";
import { routes, type PageName } from "../src/app/routes.ts";
import type { TextFile } from "../src/i18n/text-files.ts";

export const sourceOf = (part: TextFile | "site", language: Language): string =>
  `src/i18n/languages/${language}/${part}.json`;

/** Source files of a page, as the manifest names them: its code and its texts in a language. */
export const sourcesOf = (page: PageName, language: Language): string[] => [
  `src/features/${routes[page].file}-page.tsx`,
  ...(["site", ...routes[page].texts] as const).map((part) => sourceOf(part, language)),
];

/**
 * Every script that a browser loads before a page is interactive: the sources, the entry and their
 * static imports, each import before the script that needs it.
 *
 * @throws RangeError  when the build has no such source, because a budget of zero bytes checks nothing
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
