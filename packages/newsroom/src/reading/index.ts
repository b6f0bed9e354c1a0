export { pronunciations } from "./pronunciations.ts";
export { unknownNames, type NameCount } from "./unknown-names.ts";
export { speakingSeconds } from "./speaking-time.ts";
export { spokenParts, toWords } from "./as-words.ts";
