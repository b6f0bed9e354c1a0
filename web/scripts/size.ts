// Compares every page with its budget: the scripts that a first visit loads before the page is interactive.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { languages } from "@matinale/contracts/browser";
import type { Manifest } from "vite";
import { scriptsOf, sourcesOf } from "../build/first-load.ts";
import { routes, type PageName } from "../src/app/routes.ts";

const kibibyte = 1024;
/** KiB of JavaScript, brotli. */
const budgets = { landing: 165, others: 200 };
/** KiB of text in one script of the landing page: each script runs in one task, which blocks the page. */
const largestScript = 250;
/** Strings of the form and payment libraries; minifying keeps them. */
const forbiddenOnLanding = ["js.stripe.com", "shouldUseNativeValidation", "invalid_type"];

const dist = join(import.meta.dirname, "../dist");
const manifest: Manifest = JSON.parse(readFileSync(join(dist, ".vite/manifest.json"), "utf8"));

/** Each script once, as most belong to several pages. */
const scripts = Object.values(manifest)
  .filter(({ file }) => file.endsWith(".js"))
  .map(({ file }) => {
    const source = readFileSync(join(dist, file));
    const { byteLength: compressed } = brotliCompressSync(source);
    return { file, text: String(source), bytes: source.byteLength, compressed };
  });

const problems: string[] = [];
for (const page of Object.keys(routes) as PageName[]) {
  const budget = page === "landing" ? budgets.landing : budgets.others;
  for (const language of languages) {
    const files = scriptsOf(manifest, ["src/entry.loader.ts", ...sourcesOf(page, language)]);
    const loaded = scripts.filter(({ file }) => files.includes(file));
    const kib = loaded.reduce((sum, { compressed }) => sum + compressed, 0) / kibibyte;
    const name = `${page}, ${language}`;
    process.stdout.write(`${name.padEnd(22)} ${kib.toFixed(1).padStart(6)} of ${budget} KiB\n`);
    if (kib > budget) problems.push(`${name} is ${(kib - budget).toFixed(1)} KiB over its budget`);
    if (page !== "landing") continue;
    for (const { file, text, bytes } of loaded) {
      for (const word of forbiddenOnLanding) {
        if (text.includes(word)) problems.push(`${name}: ${file} contains "${word}"`);
      }
      if (bytes > largestScript * kibibyte) {
        problems.push(`${file} is ${(bytes / kibibyte).toFixed(0)} KiB in one script`);
      }
    }
  }
}
if (problems.length > 0) {
  process.stderr.write(`${problems.join("\n")}\n`);
  process.exitCode = 1;
}
