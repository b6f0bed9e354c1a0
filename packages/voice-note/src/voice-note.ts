import { maxOggBytes, oggHeaderBytes, oggOpus, oggOpusMs } from "./files/ogg-opus.ts";
import { unpackPackets } from "./files/packets.ts";

/** WhatsApp shows a larger voice note as a file to download, without its play button (Cloud API, media). */
export const maxPartBytes = 512_000;

/** A clip of a voice note, with its packed Opus packets. Neighbouring clips of one chapter stay together. */
export type SpokenClip = { opus: Uint8Array; chapter: number };

export type VoiceNotePart = { bytes: Uint8Array; durationMs: number };

type Part = { packets: Uint8Array[]; maxBytes: number };

/**
 * Joins the clips into as few Ogg Opus files as WhatsApp's size limit allows. A file ends where a chapter ends, unless
 * one chapter is too large for a file; it never ends inside a clip, so never inside a sentence.
 *
 * @param maxBytes  size limit of a part in bytes; only a single clip that is larger can exceed it
 */
export function voiceNote(
  spoken: readonly SpokenClip[],
  maxBytes: number = maxPartBytes,
): VoiceNotePart[] {
  const clips = spoken.map(({ opus, chapter }) => {
    const packets = unpackPackets(opus);
    return { packets, chapter, bytes: maxOggBytes(packets) };
  });
  const parts: Part[] = [];
  let open: Part | null = null;
  for (const [index, { packets, chapter, bytes }] of clips.entries()) {
    let together = bytes;
    if (chapter !== clips[index - 1]?.chapter) {
      const end = clips.findIndex((clip, at) => at > index && clip.chapter !== chapter);
      const ofChapter = clips.slice(index, end === -1 ? undefined : end);
      const chapterBytes = ofChapter.reduce((sum, clip) => sum + clip.bytes, 0);
      if (oggHeaderBytes + chapterBytes <= maxBytes) together = chapterBytes;
    }
    if (open === null || open.maxBytes + together > maxBytes) {
      open = { packets: [], maxBytes: oggHeaderBytes };
      parts.push(open);
    }
    open.packets.push(...packets);
    open.maxBytes += bytes;
  }
  return parts.map(({ packets }) => ({
    bytes: oggOpus(packets),
    durationMs: Math.round(oggOpusMs(packets.length)),
  }));
}
