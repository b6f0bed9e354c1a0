export { default as pronunciations } from "./pronunciation.json" with { type: "json" };
export { unknownNames, type NameCount } from "./unknown-names.ts";
export { speakingSeconds } from "./speaking-time.ts";
export { toSsml } from "./ssml.ts";
