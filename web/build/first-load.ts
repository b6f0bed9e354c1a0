import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { Manifest } from "vite";

/**
 * Every script that a browser fetches before a page can be used: the entry, the page, and all
 * that these import.
 *
 * @param page   source file of the page, as the manifest names it
 * @throws RangeError  when the build has no such page: a budget that checks nothing is no budget
 */
export function scriptsOf(manifest: Manifest, page: string): string[] {
  const files = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk) throw new RangeError(`the build has no ${name}`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  visit("index.html");
  visit(page);
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
