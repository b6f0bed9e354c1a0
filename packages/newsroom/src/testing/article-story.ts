import type { Language } from "@matinale/contracts";
import type { Source, Story } from "../news.ts";
import { plainText } from "../text/index.ts";

/** Sunday, 22 November 2026, at half past five in the evening in Paris. */
const publishedAt = new Date("2026-11-22T16:30:00Z");

export const article = (outlet: string, title: string, summary = ""): Source => ({
  itemId: `${outlet} ${title}`,
  outlet,
  url: `https://${outlet.toLowerCase().replaceAll(" ", "-")}.example/a`,
  terms: "licensed",
  title,
  summary,
  publishedAt,
});

export const storyOf = (language: Language, ...sources: Source[]): Story => ({
  id: "story",
  language,
  category: "politics",
  countries: [language === "fr" ? "fr" : "gb"],
  sources,
  firstSeenAt: publishedAt,
});

export const articleStory = (language: Language, title: string, summary = ""): Story =>
  storyOf(
    language,
    article(language === "fr" ? "Le Journal" : "The Paper", plainText(title), plainText(summary)),
  );
