import { clipSilence, mp3Ms, type ClipForm } from "./clip.ts";
import { oggOpus, oggOpusMs, packetMs } from "./files/ogg-opus.ts";
import { unpackPackets } from "./files/packets.ts";
import { silentMp3Frame, silentMp3Ms } from "./files/silent-mp3.ts";

/** WhatsApp shows a larger voice note as a file to download, without its play button (Cloud API, media). */
export const maxPartBytes = 512_000;

/** The longest voice note at the usual bit rate; a longer one needs the lower rate to stay below the limit of bytes. */
const usualSeconds = 190;

/** A clip in one form, and the seconds of silence between the words before it and its own; 0 for the first clip. */
export type SpokenClip = { bytes: Uint8Array; gap: number };

/** The form of the clips of a voice note of this length. */
export const formOf = (seconds: number): ClipForm =>
  seconds <= usualSeconds ? "opus" : "smallOpus";

/** A packet of silence: full band, one frame of 20 ms (RFC 6716, 3.1). */
const silentPacket = Uint8Array.from([0xf8, 0xff, 0xfe]);

/** Packets or frames of silence that make up a gap, with the silence that the clips on both sides bring. */
const silenceOf = (gap: number, ms: number): number =>
  Math.max(0, Math.round(((gap - clipSilence.before - clipSilence.after) * 1000) / ms));

type AudioFile = { bytes: Uint8Array; durationMs: number };

/** Joins clips of Opus into one Ogg Opus file. @returns its bytes and duration, in whole milliseconds */
export function voiceNote(clips: readonly SpokenClip[]): AudioFile {
  const packets = clips.flatMap(({ bytes, gap }) => [
    ...Array.from({ length: silenceOf(gap, packetMs) }, () => silentPacket),
    ...unpackPackets(bytes),
  ]);
  return { bytes: oggOpus(packets), durationMs: Math.round(oggOpusMs(packets.length)) };
}

/** Joins clips of MP3 frames into one MP3 file, for a browser. @returns its bytes and duration, in whole milliseconds */
export function mp3File(clips: readonly SpokenClip[]): AudioFile {
  const frames = clips.flatMap(({ bytes, gap }) => [
    ...Array.from({ length: silenceOf(gap, silentMp3Ms) }, () => silentMp3Frame),
    bytes,
  ]);
  const file = Buffer.concat(frames);
  return { bytes: file, durationMs: Math.round(mp3Ms(file.length)) };
}

/** Seconds that a clip takes in a note: its own length and the silence that its gap adds. */
export const secondsInNote = (clipMs: number, gap: number): number =>
  (clipMs + silenceOf(gap, packetMs) * packetMs) / 1000;
