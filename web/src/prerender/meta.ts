import { languages, type Language } from "@matinale/contracts/browser";
import { routes } from "../app/routes.ts";
import { languageParameter } from "../config/constants.ts";
import { builtProduct, filledText } from "../config/product.ts";
import en from "../i18n/languages/en/meta.json" with { type: "json" };
import enSite from "../i18n/languages/en/site.json" with { type: "json" };
import fr from "../i18n/languages/fr/meta.json" with { type: "json" };
import frSite from "../i18n/languages/fr/site.json" with { type: "json" };

const texts = { fr: { ...fr, title: frSite.tagline }, en: { ...en, title: enSite.tagline } };
const locales: Record<Language, string> = { fr: "fr_FR", en: "en_GB" };

const isListed = (page: string): page is keyof typeof fr.descriptions => page in fr.descriptions;

/** The address of a page in a language; French is the default and needs no parameter. */
export const addressOf = (origin: string, path: string, language: Language): string =>
  origin + path + (language === "fr" ? "" : `?${languageParameter}=${language}`);

const escape = (text: string): string =>
  filledText(text).replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

const tag = (name: "meta" | "link", attributes: Record<string, string>): string =>
  `<${name} ${Object.entries(attributes)
    .map(([key, value]) => `${key}="${escape(value)}"`)
    .join(" ")}>`;

/** `<head>` elements of a page: title, description, links, and data for link previews. */
export function metaOf(page: string, language: Language, origin: string): string {
  const { title, descriptions, card } = texts[language];
  const head = [`<title>${escape(title)}</title>`];
  if (!isListed(page))
    return [...head, tag("meta", { name: "robots", content: "noindex" })].join("");
  const { path } = routes[page];
  const own = addressOf(origin, path, language);
  const description = descriptions[page];
  const image = `${origin}/social/${language}.png`;
  const properties = {
    "og:type": "website",
    "og:site_name": builtProduct.brand.name,
    "og:title": title,
    "og:description": description,
    "og:url": own,
    "og:locale": locales[language],
    "og:locale:alternate": locales[language === "fr" ? "en" : "fr"],
    "og:image": image,
    "og:image:width": "1200",
    "og:image:height": "630",
    "og:image:alt": card,
  };
  return [
    ...head,
    tag("meta", { name: "description", content: description }),
    tag("link", { rel: "canonical", href: own }),
    ...languages.map((each) =>
      tag("link", { rel: "alternate", hreflang: each, href: addressOf(origin, path, each) }),
    ),
    tag("link", { rel: "alternate", hreflang: "x-default", href: origin + path }),
    ...Object.entries(properties).map(([property, content]) => tag("meta", { property, content })),
    tag("meta", { name: "twitter:card", content: "summary_large_image" }),
  ].join("");
}
