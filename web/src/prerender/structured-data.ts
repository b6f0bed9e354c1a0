import type { Language } from "@matinale/contracts/browser";
import { paths, subscribeHref } from "../config/paths.ts";
import { builtProduct, filledText } from "../config/product.ts";
import en from "../i18n/languages/en/landing.json" with { type: "json" };
import enMeta from "../i18n/languages/en/meta.json" with { type: "json" };
import fr from "../i18n/languages/fr/landing.json" with { type: "json" };
import frMeta from "../i18n/languages/fr/meta.json" with { type: "json" };
import { textEntries } from "../i18n/text-entries.ts";
import { nameIn } from "../lib/plan.ts";
import { addressOf } from "./meta.ts";

const { brand, plans } = builtProduct;
const texts = { fr: { ...fr, meta: frMeta }, en: { ...en, meta: enMeta } };

/** schema.org data of the landing page: organization, product with offers, questions. */
export function structuredData(language: Language, origin: string): string {
  const { faq, meta } = texts[language];
  const organization = `${origin}/#organization`;
  const graph = [
    {
      "@type": "Organization",
      "@id": organization,
      name: brand.name,
      url: `${origin}${paths.landing}`,
      logo: `${origin}/icons/512.png`,
      email: brand.supportEmail,
    },
    {
      "@type": "WebSite",
      name: brand.name,
      url: addressOf(origin, paths.landing, language),
      inLanguage: language,
      publisher: { "@id": organization },
    },
    {
      "@type": "Product",
      name: brand.name,
      description: filledText(meta.product),
      image: `${origin}/social/${language}.png`,
      brand: { "@id": organization },
      offers: plans.map((plan) => ({
        "@type": "Offer",
        name: nameIn(language, plan),
        price: (plan.priceEur / 100).toFixed(2),
        priceCurrency: "EUR",
        url: `${origin}${subscribeHref(plan.id)}`,
        availability: "https://schema.org/InStock",
      })),
    },
    {
      "@type": "FAQPage",
      inLanguage: language,
      mainEntity: textEntries(faq, "question", "answer").map(([, { question, answer }]) => ({
        "@type": "Question",
        name: filledText(question),
        acceptedAnswer: { "@type": "Answer", text: filledText(answer) },
      })),
    },
  ];
  // Escaped, so that no text can close the script element.
  return JSON.stringify({ "@context": "https://schema.org", "@graph": graph }).replaceAll(
    "<",
    "\\u003c",
  );
}
