import type { Language } from "@matinale/contracts";
import { bestArticlesFirst } from "./source-article.ts";
import type { Story } from "../news.ts";
import { cutAtWord } from "../text/plain-text.ts";
import { summaryPromptEn } from "./prompts/summary-en.ts";
import { summaryPromptFr } from "./prompts/summary-fr.ts";

/** The input of a model: our instructions, and the articles separate from them. No data of a subscriber. */
export type StoryPrompt = { instructions: string; articles: string };

const instructions: Record<Language, string> = { fr: summaryPromptFr, en: summaryPromptEn };
const maxArticleLength = 1_200;

/**
 * The prompt for a story, with its source article only: from several, a model would combine statements that no outlet
 * made. Every "<" of the article is escaped, so that it cannot close the block of articles.
 */
export function storyPrompt(story: Story): StoryPrompt {
  const articles = bestArticlesFirst(story)
    .slice(0, 1)
    .map(({ outlet, title, summary }) => ({
      outlet,
      title: cutAtWord(title, 300),
      text: cutAtWord(summary, maxArticleLength),
    }));
  const json = JSON.stringify(articles, null, 1).replaceAll("<", "\\u003c");
  return {
    instructions: instructions[story.language],
    articles: `<articles>\n${json}\n</articles>`,
  };
}
