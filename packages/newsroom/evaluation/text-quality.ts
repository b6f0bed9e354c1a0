import { contradicts, statementsOf } from "../src/summary/contradictions.ts";
import { groundsOf, unfounded } from "../src/text/claims.ts";
import { sentences } from "../src/text/sentences.ts";
import { labelledArticles, type LabelledArticle } from "./labelled.ts";

type ArticleText = Pick<LabelledArticle, "language" | "title" | "summary">;

const share = (values: readonly boolean[]): number => values.filter(Boolean).length / values.length;

const supports = ({ language, title, summary }: ArticleText, sentence: string): boolean =>
  unfounded(sentence, groundsOf([title, summary], language), language).length === 0 &&
  !contradicts(sentence, statementsOf([title, summary], language), language);

/**
 * accepted: share of an article's own sentences that the fact check accepts; each refused one is a false alarm.
 * refused: share of sentences of another event that the fact check refuses; each accepted one is a missed error.
 */
export function factCheckQuality(): { accepted: number; refused: number } {
  const own = labelledArticles.flatMap((article) =>
    sentences(article.summary, article.language).map((sentence) => supports(article, sentence)),
  );
  const foreign = labelledArticles.flatMap((article) =>
    labelledArticles
      .filter(({ event, language }) => event !== article.event && language === article.language)
      .flatMap((other) => sentences(other.summary, other.language))
      .map((sentence) => !supports(article, sentence)),
  );
  return { accepted: share(own), refused: share(foreign) };
}
