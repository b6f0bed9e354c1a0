import type { Language } from "@matinale/contracts/browser";
import { describe, expect, test } from "vitest";
import enMeta from "./languages/en/meta.json";
import frMeta from "./languages/fr/meta.json";
import { textFiles } from "./text-files.ts";

type Texts = { [key: string]: string | Texts };

function flat(texts: Texts, prefix = ""): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`),
  );
}

async function allTexts(language: Language): Promise<Texts> {
  const { site, ...parts } = textFiles[language];
  // The descriptions for search engines are texts, too.
  const meta = { fr: frMeta, en: enMeta }[language];
  const texts: Texts = { ...(await site()).default, meta };
  for (const [name, load] of Object.entries(parts)) texts[name] = (await load()).default;
  return texts;
}

const french = flat(await allTexts("fr"));
const english = flat(await allTexts("en"));
const placeholders = (text: string) => (text.match(/\{\{\w+\}\}|<\/?\w+>/g) ?? []).toSorted();

/** Texts that the specification fixes, the same in both languages. */
const quoted = new Map([
  ["validation.email", "Please enter a valid email address"],
  ["validation.password", "Password must be at least 6 characters"],
  ["validation.username", "Username must be at least 3 characters"],
  ["validation.phone", "Numéro de téléphone invalide"],
  ["validation.required", "Ce champ est requis"],
  ["validation.profileUsername", "Le nom d'utilisateur doit comporter au moins 3 caractères"],
  ["validation.profileEmail", "Adresse email invalide"],
  ["auth.login.wrong", "Invalid email or password"],
  ["settings.whatsapp.copied", "Copié !"],
  ["subscribe.simulated", "Abonnement simulé créé avec succès"],
  [
    "subscribe.unavailable",
    "The payment service is not available at the moment. Please try again later.",
  ],
  [
    "subscribe.paymentErrorText",
    "An error occurred while processing your payment. Please try again.",
  ],
  ["notFound.title", "404 Page Not Found"],
  ["notFound.text", "Did you forget to add the page to the router?"],
]);

test("both languages have the same texts", () => {
  expect(english.map(([key]) => key)).toEqual(french.map(([key]) => key));
});

test("both languages use the same placeholders", () => {
  const used = (texts: [string, string][]) => texts.map(([key, text]) => [key, placeholders(text)]);
  expect(used(english)).toEqual(used(french));
});

test.each([...quoted])("%s has the specified text in both languages", (key, text) => {
  expect(Object.fromEntries(french)[key]).toBe(text);
  expect(Object.fromEntries(english)[key]).toBe(text);
});

/** The features of the plans, whose English words the specification fixes, and lines that compare Matinale with a newspaper. */
const exceptions = /^plan\.phrases\.|(?:^|\.)tagline$|^footer\.promise$|^meta\.product$/;

describe("one term for each thing", () => {
  test.each([
    ["édition", french, /\bjourna(?:l|ux)\b|\brésumés? (?:par|du|de)\b|\bde test\b|\bun test\b/i],
    ["note vocale", french, /messages? voca|\bvocal$/i],
    ["se connecter, se déconnecter", french, /s’identifier|connexion nécessaire/i],
    ["une IA", french, /intelligence artificielle/i],
    ["edition", english, /\b(?:digest|summary|summaries|paper)\b/i],
    ["voice note", english, /voice message/i],
    ["automatic delivery", english, /\bautomat(?:ion|ic sending)|\btest (?:message|edition)/i],
    ["sign in, sign out", english, /\blog(?:ged)?[- ]?(?:in|out)\b|authentication/i],
    ["by AI", english, /\ban AI\b|reformulat/i],
  ])("%s is the only one: %#", (_term, texts, retired) => {
    const own = texts.filter(([key]) => !quoted.has(key) && !exceptions.test(key));
    expect(own.filter(([, text]) => retired.test(text))).toEqual([]);
  });
});

describe("French typography", () => {
  const ownTexts = french.filter(([key]) => !quoted.has(key));

  test.each([
    ["a straight apostrophe", /'/],
    ["a breaking space before a colon or a guillemet", / [:»]/],
    ["no space before a colon", /[^\u00a0\s]:(?!\/\/)/],
    ["a breaking or missing space before ; ! ?", /[^\u202f][;!?]/],
    ["a breaking space after an opening guillemet", /«[^\u00a0]/],
    ["three dots for an ellipsis", /\.\.\./],
    [
      "a breaking space between a number and its unit",
      /(?:\d|\}\}) (?:jours|heures|h|min|minutes?|€|%)(?!\p{L})/u,
    ],
  ])("never %s", (_fault, pattern) => {
    expect(ownTexts.filter(([, text]) => pattern.test(text))).toEqual([]);
  });
});
