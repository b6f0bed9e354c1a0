import { extractiveScript } from "../src/summary/index.ts";
import { articleStory } from "../src/testing/index.ts";
import { isNews } from "../src/text/index.ts";
import { trapArticles, type TrapArticle } from "./labelled.ts";

/** Why an article is not treated as its label says; null when it is. */
function fault(article: TrapArticle): string | null {
  const story = articleStory(article.language, article.title, article.summary);
  const [source] = story.sources;
  if (source === undefined || isNews(source) !== article.news) {
    return article.news ? "refused" : "accepted";
  }
  if (!article.news) return null;
  const { headline, line, spoken } = extractiveScript(story);
  const text = [headline, line, spoken].join("\n");
  if (article.says !== undefined && !new RegExp(article.says, "u").test(text)) {
    return `does not say ${article.says}`;
  }
  return article.silent !== undefined && new RegExp(article.silent, "u").test(text)
    ? `says ${article.silent}`
    : null;
}

export type TrapQuality = { trap: string; articles: number; right: number; wrong: string[] };

/** How many articles of each kind of trap are treated as their labels say, and those that are not. */
export function trapQuality(): TrapQuality[] {
  return [...Map.groupBy(trapArticles, ({ trap }) => trap)].map(([trap, articles]) => {
    const wrong = articles.flatMap((article) => {
      const found = fault(article);
      return found === null ? [] : [`${found}: ${article.title}`];
    });
    return { trap, articles: articles.length, right: articles.length - wrong.length, wrong };
  });
}
