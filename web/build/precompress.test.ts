import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { compressFolder } from "./precompress.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "matinale-precompress-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("writes a brotli and a gzip copy of each text file", async () => {
  const script = "export const edition = 1;\n".repeat(100);
  await writeFile(join(folder, "app.js"), script);

  await compressFolder(folder);

  expect(brotliDecompressSync(await readFile(join(folder, "app.js.br"))).toString()).toBe(script);
  expect(gunzipSync(await readFile(join(folder, "app.js.gz"))).toString()).toBe(script);
});

test("writes no copies of fonts and of very small files", async () => {
  await writeFile(join(folder, "face.woff2"), "x".repeat(4096));
  await writeFile(join(folder, "tiny.js"), "1;");

  await compressFolder(folder);

  expect((await readdir(folder)).toSorted()).toEqual(["face.woff2", "tiny.js"]);
});
