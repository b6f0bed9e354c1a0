export { insideSentence, writtenNames } from "./attribution.ts";
export { checkedScript, maxSummaryLength, type StoryDraft } from "./checked-draft.ts";
export {
  bestArticlesFirst,
  expectedSeconds,
  extractiveScript,
  extractiveSummariser,
  hasHeadlinesOnly,
  printedTitle,
} from "./extractive-summary.ts";
export { fullTelling, type FullTelling, type Passage } from "./full-telling.ts";
export type { Script, ScriptMethod, Summariser, Written } from "./script.ts";
export { storyPrompt, type StoryPrompt } from "./story-prompt.ts";
