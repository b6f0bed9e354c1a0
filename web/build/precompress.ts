import { globSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { Plugin } from "vite";

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
const compressible = "**/*.{js,css,html,svg,txt,json,webmanifest}";
/** Below this size, compression saves less than the response headers cost. */
const smallestBytes = 512;

/** Writes `<file>.br` and `<file>.gz` beside every text file of a folder. */
export async function compressFolder(folder: string): Promise<void> {
  // The gateway puts its address into the pages and compresses them itself.
  const files = globSync(compressible, { cwd: folder, exclude: ["pages/**"] });
  await Promise.all(files.map((file) => compressFile(join(folder, file))));
}

async function compressFile(path: string): Promise<void> {
  const source = await readFile(path);
  if (source.byteLength < smallestBytes) return;
  // At the best quality, which is the default.
  const brotli = await toBrotli(source);
  const gzipped = await toGzip(source, { level: 9 });
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)]);
}

/** Compresses files once, at build time, instead of in the gateway for each response. */
export function precompress(): Plugin {
  return {
    name: "precompress",
    apply: "build",
    async writeBundle({ dir }) {
      if (dir) await compressFolder(dir);
    },
  };
}
