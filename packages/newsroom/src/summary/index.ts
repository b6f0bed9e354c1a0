export { insideSentence, writtenNames } from "./attribution.ts";
export { checkedScript, maxSummaryLength, type StoryDraft } from "./checked-draft.ts";
export { expectedSeconds, extractiveScript, extractiveSummariser } from "./extractive-summary.ts";
export { changesFacts, isOutdated } from "./outdated.ts";
export type { Script, ScriptMethod, Summariser, Written } from "./script.ts";
export { bestArticlesFirst, hasHeadlinesOnly, printedTitle } from "./source-article.ts";
export { storyInFull, type Passage, type StoryInFull } from "./story-in-full.ts";
export { storyPrompt, type StoryPrompt } from "./story-prompt.ts";
export { asSentence } from "./usable-sentences.ts";
