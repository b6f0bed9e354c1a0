/*
 * Cuts the two typefaces down to what the site shows: `npm run cut-fonts -w web`. Weights and sizes
 * outside the design go; what French and English are written with comes first, the letters of other
 * names only where there is one.
 */
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import subsetFont from "subset-font";

const require = createRequire(import.meta.url);
const target = join(import.meta.dirname, "../src/styles/fonts");

interface Axis {
  min: number;
  max: number;
}

interface Cut {
  family: string;
  from: string;
  file: string;
  to: string;
  axes: { wght: Axis; opsz?: Axis };
  /** Signs that the front page sets in this typeface, beside letters and punctuation. */
  signs: string;
}

/** Figures of equal width, fractions and the like are not used by the design. Its types do not know this option. */
const features = { keepFeatures: ["kern", "liga"] };

const cuts: Cut[] = [
  {
    family: "Newsreader Variable",
    from: "@fontsource-variable/newsreader",
    file: "newsreader-latin-opsz-normal.woff2",
    to: "newsreader",
    axes: { wght: { min: 400, max: 500 }, opsz: { min: 18, max: 72 } },
    signs: "",
  },
  {
    family: "Schibsted Grotesk Variable",
    from: "@fontsource-variable/schibsted-grotesk",
    file: "schibsted-grotesk-latin-wght-normal.woff2",
    to: "schibsted-grotesk",
    axes: { wght: { min: 400, max: 700 } },
    signs: "@•©",
  },
];

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const first = `${letters} .,:;!?'()-/+%&\u00a0ÀÂÇÉÈÊËÎÏÔÙÛÜŒàâçéèêëîïôùûüœ«»‘’“”–—…·€`;
/** What else their Latin files hold. */
const more =
  '"#$*<=>@[\\]^_`{|}~¡¢£¤¥¦§¨©ª¬®¯°±²³´µ¶¸¹º¼½¾¿ÁÃÄÅÆÌÍÐÑÒÓÕÖ×ØÚÝÞßáãäåæìíðñòóõö÷øúýþÿıˆ˜‚„†•‡‹›⁄™−';

const without = (characters: string, some: string): string =>
  Array.from(characters, (one) => (some.includes(one) ? "" : one)).join("");

/** As CSS wants it: neighbours in one. */
function range(characters: string): string {
  const codes = Array.from(characters, (one) => one.codePointAt(0) ?? 0).toSorted((a, b) => a - b);
  const starts = codes.filter((code) => !codes.includes(code - 1));
  const ends = codes.filter((code) => !codes.includes(code + 1));
  const hex = (code: number | undefined) => (code ?? 0).toString(16);
  return starts
    .map((start, index) =>
      start === ends[index] ? hex(start) : `${hex(start)}-${hex(ends[index])}`,
    )
    .map((part) => `U+${part}`)
    .join(", ");
}

const rules: string[] = [];
for (const { family, from, file, to, axes, signs } of cuts) {
  const whole = await readFile(require.resolve(`${from}/files/${file}`));
  await copyFile(require.resolve(`${from}/LICENSE`), join(target, `${to}.OFL.txt`));
  for (const [name, characters] of [
    [to, first + signs],
    [`${to}-more`, without(more, signs)],
  ] as const) {
    const cut = await subsetFont(whole, characters, {
      targetFormat: "woff2",
      variationAxes: { ...axes },
      ...features,
    });
    await writeFile(join(target, `${name}.woff2`), cut);
    process.stdout.write(`${name}: ${cut.byteLength} of ${whole.byteLength} bytes\n`);
    rules.push(`@font-face {
  font-family: "${family}";
  src: url("./${name}.woff2") format("woff2");
  font-weight: ${axes.wght.min} ${axes.wght.max};
  font-display: swap;
  unicode-range: ${range(characters)};
}
`);
  }
}
await writeFile(
  join(target, "fonts.css"),
  `/* Written by scripts/cut-fonts.ts. */\n${rules.join("")}`,
);
