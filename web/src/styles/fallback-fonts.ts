/** Family, fonts of the system, then in percent: size, ascent, descent; and the weight, unless all. */
type Fallback = [string, string[], number, number, number, string?];

/**
 * Fallbacks with the same line lengths as the typefaces, so that the swap does not move the page: what
 * macOS and Windows have, then Android, then Linux. Newsreader is wider at display sizes (optical size
 * 72) than at reading sizes (24): hence two of each. A synthetic bold letter has the width of the regular one.
 */
const fallbacks: Fallback[] = [
  ["Newsreader Fallback", ["Georgia", "Gelasio"], 103.4, 71.1, 25.6],
  ["Newsreader Fallback Noto", ["Noto Serif", "Droid Serif"], 96.6, 76.1, 27.4],
  ["Newsreader Fallback DejaVu", ["DejaVu Serif"], 89, 82.6, 29.8],
  ["Newsreader Reading Fallback", ["Georgia", "Gelasio"], 92, 79.9, 28.8],
  ["Newsreader Reading Fallback Noto", ["Noto Serif", "Droid Serif"], 85.2, 86.3, 31.1],
  ["Newsreader Reading Fallback DejaVu", ["DejaVu Serif"], 79.1, 92.9, 33.5],
  ["Schibsted Fallback", ["Arial", "Liberation Sans", "Helvetica Neue"], 104.4, 93.5, 24.7],
  [
    "Schibsted Fallback",
    ["Arial Bold", "Liberation Sans Bold", "Helvetica Neue Bold"],
    100.2,
    97.4,
    25.7,
    "600 700",
  ],
  ["Schibsted Fallback Roboto", ["Roboto"], 106.3, 91.8, 24.3],
  ["Schibsted Fallback DejaVu", ["DejaVu Sans"], 91.8, 106.3, 28.1],
  ["Schibsted Fallback DejaVu", ["DejaVu Sans Bold"], 84.2, 115.9, 30.6, "600 700"],
];

export const fallbackFonts = fallbacks
  .map(
    ([family, fonts, size, ascent, descent, weight]) => `@font-face {
      font-family: "${family}";
      ${weight ? `font-weight: ${weight};` : ""}
      src: ${fonts.map((font) => `local("${font}")`).join(", ")};
      size-adjust: ${size}%;
      ascent-override: ${ascent}%;
      descent-override: ${descent}%;
      line-gap-override: 0%;
    }`,
  )
  .join("\n");
