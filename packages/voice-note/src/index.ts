export { clipRate, opusPreSkip, type ClipForm, type EncodedClip } from "./clip.ts";
export { mp3Frames, mp3Ms } from "./files/mp3.ts";
export { packPackets } from "./files/packets.ts";
export { voiceNote } from "./voice-note.ts";
