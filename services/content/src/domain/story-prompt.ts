import type { Language } from "@matinale/contracts";
import type { Story } from "./news.ts";
import { cutAtWord } from "./plain-text.ts";
import { summaryPromptEn } from "./prompts/summary-en.ts";
import { summaryPromptFr } from "./prompts/summary-fr.ts";

/** What a model gets to see: instructions of ours, and articles of others set apart from them. Nothing of any person. */
export type StoryPrompt = { instructions: string; articles: string };

const instructions: Record<Language, string> = { fr: summaryPromptFr, en: summaryPromptEn };
const mostArticles = 5;
const longestArticle = 1_200;

/** The articles cannot end the block they stand in: every "<" in them is escaped. */
export function storyPrompt(story: Story): StoryPrompt {
  const articles = story.sources.slice(0, mostArticles).map(({ outlet, title, summary }) => ({
    outlet,
    title: cutAtWord(title, 300),
    text: cutAtWord(summary, longestArticle),
  }));
  const json = JSON.stringify(articles, null, 1).replaceAll("<", "\\u003c");
  return {
    instructions: instructions[story.language],
    articles: `<articles>\n${json}\n</articles>`,
  };
}
