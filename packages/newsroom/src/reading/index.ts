export { default as pronunciations } from "./pronunciation.json" with { type: "json" };
export { speakingSeconds } from "./speaking-time.ts";
export { toSsml } from "./ssml.ts";
