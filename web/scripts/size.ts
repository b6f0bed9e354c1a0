// Holds every page to its budget: what a first visit fetches before the page can be used.
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Manifest } from "vite";
import { scriptsOf, weigh } from "../build/first-load.ts";

const kibibyte = 1024;
const landing = "landing-page.tsx";
/** KiB of JavaScript, brotli. */
const budgets = { landing: 140, others: 200 };
/** Words that only the code of forms and payment contains; they survive minifying. */
const foreignToLanding = ["js.stripe.com", "shouldUseNativeValidation", "invalid_type"];

const dist = join(import.meta.dirname, "../dist");
const manifest: Manifest = JSON.parse(await readFile(join(dist, ".vite/manifest.json"), "utf8"));
const pages = await readdir(join(import.meta.dirname, "../src/app/routes"));

const problems: string[] = [];
for (const page of pages) {
  const { bytes, text } = await weigh(dist, scriptsOf(manifest, `src/app/routes/${page}`));
  const kib = bytes / kibibyte;
  const budget = page === landing ? budgets.landing : budgets.others;
  process.stdout.write(`${page.padEnd(28)} ${kib.toFixed(1).padStart(6)} of ${budget} KiB\n`);
  if (kib > budget) problems.push(`${page} is ${(kib - budget).toFixed(1)} KiB over its budget`);
  if (page !== landing) continue;
  for (const word of foreignToLanding) {
    if (text.includes(word)) problems.push(`${page} fetches code that contains "${word}"`);
  }
}
if (problems.length > 0) {
  process.stderr.write(`${problems.join("\n")}\n`);
  process.exitCode = 1;
}
