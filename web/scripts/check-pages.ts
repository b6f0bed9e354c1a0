// Checks the built pages as search engines, other sites and browsers without scripts read them.
import assert from "node:assert/strict";
import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { languages, type Language } from "@matinale/contracts/browser";
import { readProduct } from "../build/product-file.ts";
import { listedPages, routes } from "../src/app/routes.ts";

const { brand, plans } = readProduct();
const dist = join(import.meta.dirname, "../dist");
const origin = "https://origin.invalid";
const pages = Object.entries(routes).filter(([, { prerendered }]) => prerendered);
/** Search engines cut longer descriptions. */
const longestDescription = 165;
const card = { width: 1200, height: 630 };

const all = (html: string, pattern: RegExp): string[] =>
  Array.from(html.matchAll(pattern), (found) => found[1] ?? "");

const only = (html: string, pattern: RegExp): string => {
  const found = all(html, pattern);
  assert.equal(found.length, 1, `${pattern} is there ${found.length} times`);
  return found[0] ?? "";
};

/** The site's policy allows no inline scripts: the only inline script is data. */
function checkScripts(html: string): void {
  for (const attributes of all(html, /<script\b([^>]*)>/g)) {
    assert.match(attributes, /src="\/assets\/|type="application\/ld\+json"/);
  }
  assert.doesNotMatch(html, /<[^>]+\son\w+=/);
}

async function checkFiles(html: string): Promise<void> {
  const files = all(html, /(?:src|href)="\/((?:assets|icons|social|[\w-]+\.)[^"#]*)"/g);
  await Promise.all(files.map((file) => access(join(dist, file))));
}

async function checkListed(html: string, path: string, language: Language): Promise<void> {
  const address = origin + path + (language === "fr" ? "" : `?lang=${language}`);
  const description = only(html, /<meta name="description" content="([^"]+)"/g);
  assert.ok(description.length <= longestDescription, `${description.length}: ${description}`);
  assert.equal(only(html, /<link rel="canonical" href="([^"]+)"/g), address);
  assert.deepEqual(all(html, /hreflang="([^"]+)"/g), [...languages, "x-default"]);
  const image = only(html, /<meta property="og:image" content="([^"]+)"/g);
  const png = await readFile(join(dist, image.slice(origin.length)));
  assert.deepEqual({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) }, card);
  assert.equal(only(html, /<meta property="og:url" content="([^"]+)"/g), address);
  assert.doesNotMatch(html, /name="robots"/);
}

async function checkLanding(html: string, language: Language): Promise<void> {
  const { "@graph": graph } = JSON.parse(
    only(html, /<script type="application\/ld\+json">([^<]+)<\/script>/g),
  );
  const of = (type: string) => graph.find((entry: { "@type": string }) => entry["@type"] === type);
  assert.equal(of("Organization").name, brand.name);
  const prices = plans.map(({ priceEur }) => (priceEur / 100).toFixed(2));
  assert.deepEqual(
    of("Product").offers.map(({ price }: { price: string }) => price),
    prices,
  );
  // The prices are on the page before its scripts run.
  for (const price of prices) {
    const written = language === "fr" ? `${price.replace(".", ",")}\u00a0€` : `€${price}`;
    assert.ok(html.includes(`<b>${written}</b>`), written);
  }
  const file = join(import.meta.dirname, `../src/i18n/languages/${language}/landing.json`);
  const { bannerFirst, faq, how } = JSON.parse(await readFile(file, "utf8"));
  for (const { name, acceptedAnswer } of of("FAQPage").mainEntity) {
    // Readers see the same words as search engines.
    for (const words of [name, acceptedAnswer.text]) assert.ok(shown(html).includes(words), words);
  }
  for (const words of [bannerFirst, faq.title, how.title]) assert.ok(shown(html).includes(words));
}

const shown = (html: string): string =>
  html.replaceAll("&#x27;", "'").replaceAll("&quot;", '"').replaceAll("&amp;", "&");

for (const language of languages) {
  for (const [page, { path }] of [...pages, ["shell", { path: "" }] as const]) {
    const html = await readFile(join(dist, `pages/${page}.${language}.html`), "utf8");
    assert.equal(only(html, /<html lang="(\w+)"/g), language);
    only(html, /<title>([^<]+)<\/title>/g);
    checkScripts(html);
    await checkFiles(html);
    if (listedPages.some((listed) => listed === page)) await checkListed(html, path, language);
    else assert.match(html, /<meta name="robots" content="noindex">/);
    if (page === "landing") await checkLanding(html, language);
    if (page === "shell") continue;
    only(html, /<h1[ >]([^]*?)<\/h1>/g);
    const footer = only(html, /<footer[ >]([^]*?)<\/footer>/g);
    for (const link of ["/terms", "/privacy", "/cookies", "/legal", "/login"]) {
      assert.ok(footer.includes(`href="${link}"`), `the footer of ${page} has no link to ${link}`);
    }
  }
}
const map = await readFile(join(dist, "pages/sitemap.xml"), "utf8");
assert.equal(all(map, /<loc>([^<]+)<\/loc>/g).length, languages.length * listedPages.length);
assert.match(await readFile(join(dist, "pages/robots.txt"), "utf8"), /^Sitemap: /m);
process.stdout.write("The built pages are complete\n");
