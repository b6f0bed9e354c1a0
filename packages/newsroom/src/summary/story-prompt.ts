import type { Language } from "@matinale/contracts";
import { bestArticlesFirst } from "./extractive-summary.ts";
import type { Story } from "../news.ts";
import { cutAtWord } from "../text/plain-text.ts";
import { summaryPromptEn } from "./prompts/summary-en.ts";
import { summaryPromptFr } from "./prompts/summary-fr.ts";

/** What a model gets to see: instructions of ours, and articles of others set apart from them. Nothing of any person. */
export type StoryPrompt = { instructions: string; articles: string };

const instructions: Record<Language, string> = { fr: summaryPromptFr, en: summaryPromptEn };
const longestArticle = 1_200;

/**
 * One article of the story: of several, a model would put together what no outlet says. The article cannot end the block they stand in: every "<" in it is
 * escaped.
 */
export function storyPrompt(story: Story): StoryPrompt {
  const articles = bestArticlesFirst(story)
    .slice(0, 1)
    .map(({ outlet, title, summary }) => ({
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
