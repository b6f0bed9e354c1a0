// The built pages, as search engines, other sites and browsers without scripts read them.
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { languages, type Language } from "@matinale/contracts/browser";
import { describe, expect, test } from "vitest";
import { readProduct } from "../build/built-modules.ts";
import { listedPages } from "../build/site-map.ts";
import { routes } from "../src/app/routes.ts";

const { brand, plans } = readProduct();
const dist = join(import.meta.dirname, "../dist");
const origin = "https://origin.invalid";
const prerendered = Object.entries(routes)
  .filter(([, { isPublic }]) => isPublic)
  .map(([page, { path }]) => ({ page, path }));
/** Search engines cut longer descriptions. */
const longestDescription = 165;
const card = { width: 1200, height: 630 };

const pageIn = (page: string, language: Language) =>
  readFile(join(dist, `pages/${page}.${language}.html`), "utf8");

const all = (html: string, pattern: RegExp): string[] =>
  Array.from(html.matchAll(pattern), (found) => found[1] ?? "");

const only = (html: string, pattern: RegExp): string => {
  const found = all(html, pattern);
  expect(found, `${pattern}`).toHaveLength(1);
  return found[0] ?? "";
};

const shown = (html: string): string =>
  html.replaceAll("&#x27;", "'").replaceAll("&quot;", '"').replaceAll("&amp;", "&");

/** Lookbehind and static blocks stop a whole script, and a style for a range of widths is ignored. */
const unreadable = /\(\?<[=!]|\bstatic\s*\{|\(width\s*[<>]/;

test("no script, and no style in one, has syntax that iOS 16.0 lacks", async () => {
  const assets = join(dist, "assets");
  const scripts = (await readdir(assets)).filter((file) => file.endsWith(".js"));
  const texts = await Promise.all(scripts.map((file) => readFile(join(assets, file), "utf8")));
  expect(scripts.filter((_, index) => unreadable.test(texts[index] ?? ""))).toEqual([]);
});

describe.each(languages)("in %s", (language) => {
  test.each([...prerendered, { page: "shell", path: "" }])(
    "$page has a title, files that exist and no inline scripts",
    async ({ page }) => {
      const html = await pageIn(page, language);
      expect(only(html, /<html lang="(\w+)"/g)).toBe(language);
      only(html, /<title>([^<]+)<\/title>/g);
      // The site's policy allows no inline scripts: the only inline script is data.
      for (const attributes of all(html, /<script\b([^>]*)>/g)) {
        expect(attributes).toMatch(/src="\/entry\.loader\.js"|type="application\/ld\+json"/);
      }
      expect(html).not.toMatch(/<[^>]+\son\w+=/);
      // A reader without scripts sees what does not work before anything else.
      expect(html).toMatch(/<body>\s*<noscript>/);
      const files = all(html, /(?:src|href)="\/((?:assets|icons|social|[\w-]+\.)[^"#]*)"/g);
      expect(files.filter((file) => !existsSync(join(dist, file)))).toEqual([]);
    },
  );

  test.each(prerendered)("$page has one heading and the links of the footer", async ({ page }) => {
    const html = await pageIn(page, language);
    only(html, /<h1[ >]([^]*?)<\/h1>/g);
    const footer = only(html, /<footer[ >]([^]*?)<\/footer>/g);
    for (const link of ["/terms", "/privacy", "/cookies", "/legal", "/login"]) {
      expect(footer).toContain(`href="${link}"`);
    }
  });

  test.each(listedPages)("%s is described to search engines and link previews", async (page) => {
    const html = await pageIn(page, language);
    const address = origin + routes[page].path + (language === "fr" ? "" : `?lang=${language}`);
    const description = only(html, /<meta name="description" content="([^"]+)"/g);
    expect(description.length).toBeLessThanOrEqual(longestDescription);
    expect(only(html, /<link rel="canonical" href="([^"]+)"/g)).toBe(address);
    expect(all(html, /hreflang="([^"]+)"/g)).toEqual([...languages, "x-default"]);
    const image = only(html, /<meta property="og:image" content="([^"]+)"/g);
    const png = await readFile(join(dist, image.slice(origin.length)));
    expect({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) }).toEqual(card);
    expect(only(html, /<meta property="og:url" content="([^"]+)"/g)).toBe(address);
    expect(html).not.toMatch(/name="robots"/);
  });

  test("the other pages are not indexed", async () => {
    const listed = new Set<string>(listedPages);
    for (const { page } of [...prerendered, { page: "shell" }]) {
      if (listed.has(page)) continue;
      expect(await pageIn(page, language)).toMatch(/<meta name="robots" content="noindex">/);
    }
  });

  test("the landing page has its prices and questions as data and as text", async () => {
    const html = await pageIn("landing", language);
    const { "@graph": graph } = JSON.parse(
      only(html, /<script type="application\/ld\+json">([^<]+)<\/script>/g),
    );
    const of = (type: string) =>
      graph.find((entry: { "@type": string }) => entry["@type"] === type);
    expect(of("Organization").name).toBe(brand.name);
    const prices = plans.map(({ priceEur }) => (priceEur / 100).toFixed(2));
    expect(of("Product").offers.map(({ price }: { price: string }) => price)).toEqual(prices);
    // The prices are on the page before its scripts run.
    for (const price of prices) {
      const written = language === "fr" ? `${price.replace(".", ",")}\u00a0€` : `€${price}`;
      expect(html).toContain(`<b>${written}</b>`);
    }
    const file = join(import.meta.dirname, `../src/i18n/languages/${language}/landing.json`);
    const { bannerFirst, faq, how } = JSON.parse(await readFile(file, "utf8"));
    const text = shown(html);
    for (const { name, acceptedAnswer } of of("FAQPage").mainEntity) {
      // Readers see the same words as search engines.
      for (const words of [name, acceptedAnswer.text]) expect(text).toContain(words);
    }
    for (const words of [bannerFirst, faq.title, how.title]) expect(text).toContain(words);
  });
});

test("the site map has every listed page in every language", async () => {
  const map = await readFile(join(dist, "pages/sitemap.xml"), "utf8");
  expect(all(map, /<loc>([^<]+)<\/loc>/g)).toHaveLength(languages.length * listedPages.length);
  expect(await readFile(join(dist, "pages/robots.txt"), "utf8")).toMatch(/^Sitemap: /m);
});

test("the manifest names the brand of the product", async () => {
  const manifest = JSON.parse(await readFile(join(dist, "site.webmanifest"), "utf8"));
  expect(manifest).toMatchObject({ name: brand.name, short_name: brand.name });
  const index = JSON.parse(await readFile(join(dist, "pages/index.json"), "utf8"));
  expect(index.product).toMatchObject({ brand, plans });
});

test.each(["/api/subscription-plans", "/api/product", "/entry.loader.js", "/sample/fr-female.mp3"])(
  "a search engine that renders the listed pages may load %s",
  async (path) => {
    const file = await readFile(join(dist, "pages/robots.txt"), "utf8");
    const disallowed = all(file, /^Disallow: (.+)$/gm);
    expect(disallowed).toContain("/account");
    expect(disallowed.filter((prefix) => path.startsWith(prefix))).toEqual([]);
  },
);
