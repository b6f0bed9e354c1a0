export { clipRate, type ClipForm, type EncodedClip } from "./clip.ts";
export { joinWav, readWav } from "./files/wav.ts";
export { markWav, type SoundMark } from "./sound-marks.ts";
export { formOf, mp3File, secondsInNote, voiceNote } from "./voice-note.ts";
