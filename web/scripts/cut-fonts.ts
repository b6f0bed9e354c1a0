// Cuts the two typefaces down to the weights and sizes that the site shows: `npm run cut-fonts -w web`.
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import subsetFont from "subset-font";

const require = createRequire(import.meta.url);
const target = join(import.meta.dirname, "../src/styles/fonts");

interface Cut {
  from: string;
  file: string;
  to: string;
  axes: Record<string, { min: number; max: number }>;
}

const cuts: Cut[] = [
  {
    from: "@fontsource-variable/newsreader",
    file: "newsreader-latin-opsz-normal.woff2",
    to: "newsreader",
    axes: { wght: { min: 400, max: 500 }, opsz: { min: 18, max: 72 } },
  },
  {
    from: "@fontsource-variable/schibsted-grotesk",
    file: "schibsted-grotesk-latin-wght-normal.woff2",
    to: "schibsted-grotesk",
    axes: { wght: { min: 400, max: 700 } },
  },
];

/** Every character that their Latin files can hold. */
const characters = Array.from({ length: 0x2200 }, (_, code) => String.fromCodePoint(code)).join("");

for (const { from, file, to, axes } of cuts) {
  const whole = await readFile(require.resolve(`${from}/files/${file}`));
  const cut = await subsetFont(whole, characters, { targetFormat: "woff2", variationAxes: axes });
  await writeFile(join(target, `${to}.woff2`), cut);
  await copyFile(require.resolve(`${from}/LICENSE`), join(target, `${to}.OFL.txt`));
  process.stdout.write(`${to}: ${cut.byteLength} of ${whole.byteLength} bytes\n`);
}
