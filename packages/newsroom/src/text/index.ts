export { months } from "./calendar.ts";
export { isNews } from "./is-news.ts";
export { isForeign } from "./language-of.ts";
export { plainText } from "./plain-text.ts";
export { sentences } from "./sentences.ts";
export { narrow, nbsp } from "./typography.ts";
export { folded } from "./words.ts";
