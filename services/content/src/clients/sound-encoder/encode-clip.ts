/** The module that a work process runs for each clip. */
export { encodeClip as default } from "@matinale/voice-note/encode";
