import type { Language } from "@matinale/contracts";
import type { Story } from "../news.ts";
import { plainText } from "../text/index.ts";

/** A story of one article, published on Sunday, 22 November 2026, at half past five in the evening in Paris. */
export function articleStory(language: Language, title: string, summary = ""): Story {
  const publishedAt = new Date("2026-11-22T16:30:00Z");
  const source = {
    itemId: "1",
    outlet: language === "fr" ? "Le Journal" : "The Paper",
    url: "https://n.example/1",
    title: plainText(title),
    summary: plainText(summary),
    publishedAt,
  };
  return {
    id: "story",
    language,
    category: "politics",
    countries: [language === "fr" ? "fr" : "gb"],
    sources: [source],
    firstSeenAt: publishedAt,
  };
}
