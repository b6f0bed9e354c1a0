export { spokenWav } from "./spoken-wav.ts";
