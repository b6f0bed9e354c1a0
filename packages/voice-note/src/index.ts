export { clipRate, mp3Ms, type ClipForm, type EncodedClip } from "./clip.ts";
export { packPackets } from "./files/packets.ts";
export { joinWav, readWav } from "./files/wav.ts";
export { voiceNote } from "./voice-note.ts";
