import { speakingSeconds } from "../src/reading/index.ts";
import { checkedScript, extractiveScript, type Script } from "../src/summary/index.ts";
import { articleStory, hostileArticles } from "../src/testing/index.ts";
import { groundsOf, unfounded } from "../src/text/claims.ts";
import { sentences } from "../src/text/sentences.ts";
import { labelledArticles, type LabelledArticle } from "./labelled.ts";

type ArticleText = Pick<LabelledArticle, "language" | "title" | "summary">;

const share = (values: readonly boolean[]): number => values.filter(Boolean).length / values.length;

const supports = ({ language, title, summary }: ArticleText, sentence: string): boolean =>
  unfounded(sentence, groundsOf([title, summary], language), language).length === 0;

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

const storyOf = ({ language, title, summary }: ArticleText) =>
  articleStory(language, title, summary);

/** withSummary: share of articles of which a summary says more than the headline. seconds: mean speaking time. */
export function extractiveQuality(): { withSummary: number; seconds: number } {
  const scripts = labelledArticles.map((article) => extractiveScript(storyOf(article)));
  const seconds = scripts.map(({ spoken, language }) => speakingSeconds(spoken.length, language));
  return {
    withSummary: share(scripts.map(({ line }) => line !== "")),
    seconds: seconds.reduce((sum, each) => sum + each, 0) / seconds.length,
  };
}

const textsOf = ({ headline, line, spoken }: Script): string => [headline, line, spoken].join("\n");

/** Share of the hostile articles whose attack is in no script, also when the model did what the attack asked for. */
export function attacksStopped(): number {
  return share(
    hostileArticles.map((article) => {
      const story = storyOf(article);
      const checked = checkedScript(article.obeyed, story);
      const scripts = [extractiveScript(story), ...("script" in checked ? [checked.script] : [])];
      return scripts.every((script) => !article.harm.test(textsOf(script)));
    }),
  );
}
