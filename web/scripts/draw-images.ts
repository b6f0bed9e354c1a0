/**
 * Draws the link preview images and the icons from the site's own tokens and texts:
 * `npm run draw-images -w web`, with Chromium installed.
 */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { languages, type Language } from "@matinale/contracts/browser";
import recordings from "../src/features/landing/sample-recordings.json" with { type: "json" };
import { light } from "../src/styles/tokens/colors.ts";

const web = join(import.meta.dirname, "..");
const browser = process.env["CHROMIUM_PATH"] ?? "chromium";
const fonts = pathToFileURL(join(web, "../node_modules/@fontsource-variable")).href;

const styles = `
  @font-face { font-family: Newsreader; font-weight: 200 800;
    src: url("${fonts}/newsreader/files/newsreader-latin-opsz-normal.woff2"); }
  @font-face { font-family: Schibsted; font-weight: 400 900;
    src: url("${fonts}/schibsted-grotesk/files/schibsted-grotesk-latin-wght-normal.woff2"); }
  * { box-sizing: border-box; margin: 0; }
  :root { ${Object.entries(light)
    .map(([name, value]) => `--${name}: ${value};`)
    .join("")} }
  body { overflow: hidden; background: var(--canvas); color: var(--text); }`;

async function card(language: Language): Promise<string> {
  const read = async (part: string) =>
    JSON.parse(await readFile(join(web, `src/i18n/languages/${language}/${part}.json`), "utf8"));
  const { bannerFirst, bannerSecond, tagline } = await read("landing");
  const html = await readFile(join(web, "index.html"), "utf8");
  const letters = /<svg hidden[^]*?<\/svg>/.exec(html)?.[0].replace(" hidden", "") ?? "";
  const peaks = recordings[language].female.peaks;
  const bars = peaks
    .map((peak, bar) => {
      const half = 2 + peak * 0.26;
      const color = bar < peaks.length / 3 ? "var(--ink-accent)" : "var(--ink-wave)";
      return `<path stroke="${color}" d="M${4 + bar * 8.2} ${32 - half}V${32 + half}"/>`;
    })
    .join("");
  return `<!doctype html><meta charset="utf-8"><style>${styles}
    body { display: grid; grid-template-rows: auto 1fr auto; width: 1200px; height: 630px; padding: 56px 72px 64px; font-family: Schibsted; }
    header { display: flex; justify-content: space-between; align-items: end; padding-bottom: 20px;
      border-bottom: 2px solid var(--rule); box-shadow: 0 6px 0 -3px var(--canvas), 0 7px 0 -3px var(--rule); font-size: 24px; }
    header svg { height: 54px; overflow: visible; }
    h1 { align-self: center; font: 500 138px/0.94 Newsreader; letter-spacing: -0.035em; }
    h1 span { display: block; white-space: nowrap; }
    .voice { display: flex; gap: 28px; align-items: center; padding: 20px 32px; border-radius: 6px 24px 24px 24px; background: var(--ink); }
    .disc { flex: none; width: 84px; height: 84px; border-radius: 50%; background: var(--ink-accent); }
    .voice > svg:last-child { flex: 1; height: 64px; }
    path { stroke-width: 4; stroke-linecap: round; fill: none; }
    header path { fill: currentColor; }
  </style><body>
  <header>${letters.replace("</svg>", '<circle cx="131.8" cy="6.7" r="5.4" fill="var(--accent)"/></svg>')}<span>${tagline}</span></header>
  <h1><span>${bannerFirst}</span><span>${bannerSecond}</span></h1>
  <div class="voice"><svg class="disc" viewBox="0 0 84 84"><path d="M34 26v32l26-16z" style="fill:var(--on-ink-accent);stroke:var(--on-ink-accent);stroke-linejoin:round"/></svg>
  <svg viewBox="0 0 ${peaks.length * 8.2} 64" preserveAspectRatio="none">${bars}</svg></div>`;
}

/** The M with its sun, on a background up to every edge, because phones crop icons to their own shape. */
async function icon(size: number): Promise<string> {
  const mark = await readFile(join(web, "public/mark.svg"), "utf8");
  return `<!doctype html><style>${styles}
    body { display: grid; place-items: center; width: ${size}px; height: ${size}px; }
    svg { width: 64%; height: 64%; }</style><body>${mark}`;
}

async function draw(html: string, width: number, height: number, path: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "matinale-draw-"));
  try {
    const page = join(folder, "page.html");
    await writeFile(page, html);
    await promisify(execFile)(browser, [
      "--headless=new",
      "--no-sandbox",
      "--hide-scrollbars",
      "--allow-file-access-from-files",
      "--force-device-scale-factor=1",
      "--virtual-time-budget=3000",
      `--user-data-dir=${folder}`,
      `--window-size=${width},${height}`,
      `--screenshot=${path}`,
      pathToFileURL(page).href,
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

for (const language of languages) {
  await draw(await card(language), 1200, 630, join(web, `public/social/${language}.png`));
}
for (const size of [180, 192, 512]) {
  await draw(await icon(size), size, size, join(web, `public/icons/${size}.png`));
}
