import { maxOggOpusBytes, oggOpus, oggOpusMs, packetBytes } from "./files/ogg-opus.ts";
import { unpackPackets, type Packets } from "./files/packets.ts";

/** WhatsApp shows a larger voice note as a file to download, without its play button (Cloud API, media). */
export const maxPartBytes = 512_000;

/** A clip of a voice note, with its packed Opus packets. */
export type SpokenClip = { opus: Uint8Array; chapter: number };

export type VoiceNotePart = { bytes: Uint8Array; durationMs: number };

type Clip = { packets: Packets; bytes: number };

/** Groups neighbouring clips of the same chapter. */
function byChapter(clips: readonly SpokenClip[]): Clip[][] {
  const runs: Clip[][] = [];
  for (const [index, { opus, chapter }] of clips.entries()) {
    const packets = unpackPackets(opus);
    const clip = { packets, bytes: packetBytes(packets) };
    const run = chapter === clips[index - 1]?.chapter ? runs.at(-1) : undefined;
    if (run === undefined) runs.push([clip]);
    else run.push(clip);
  }
  return runs;
}

const size = (clips: readonly Clip[]): number =>
  maxOggOpusBytes(
    clips.reduce((sum, clip) => sum + clip.bytes, 0),
    clips.reduce((sum, clip) => sum + clip.packets.lengths.length, 0),
  );

/**
 * Joins the clips into as few Ogg Opus files as WhatsApp's size limit allows. A file ends where a chapter ends, unless
 * one chapter is too large for a file; it never ends inside a clip, so never inside a sentence.
 *
 * @param preSkip   samples at 48 kHz, see `oggOpus`
 * @param maxBytes  size limit of a part in bytes; only a single clip that is larger can exceed it
 */
export function voiceNote(
  clips: readonly SpokenClip[],
  preSkip: number,
  maxBytes = maxPartBytes,
): VoiceNotePart[] {
  const parts: Clip[][] = [];
  let open: Clip[] = [];
  const close = () => {
    if (open.length > 0) parts.push(open);
    open = [];
  };
  for (const run of byChapter(clips)) {
    if (size([...open, ...run]) > maxBytes && size(run) <= maxBytes) close();
    for (const clip of run) {
      if (size([...open, clip]) > maxBytes) close();
      open.push(clip);
    }
  }
  close();
  return parts.map((part) => {
    const clips = part.map(({ packets }) => packets);
    const packets = clips.reduce((sum, { lengths }) => sum + lengths.length, 0);
    return {
      bytes: oggOpus(clips, preSkip),
      durationMs: Math.round(oggOpusMs(packets, preSkip)),
    };
  });
}
