import { oggOpus, oggOpusBytes, oggOpusMs } from "./ogg-opus.ts";
import { unpackPackets } from "./packets.ts";

/** WhatsApp shows a larger voice note as a file to download, without its play button (Cloud API, media). */
export const largestPart = 512_000;

/** A clip as it takes part in a voice note. */
export type SpokenClip = { opus: Uint8Array; chapter: number };

export type VoiceNotePart = { bytes: Uint8Array; durationMs: number };

/** Runs of clips of the same chapter, which stay together when they can. */
function byChapter(clips: readonly Uint8Array[][], chapters: readonly number[]): Uint8Array[][][] {
  const runs: Uint8Array[][][] = [];
  for (const [index, packets] of clips.entries()) {
    const sameChapter = index > 0 && chapters[index] === chapters[index - 1];
    if (sameChapter) runs.at(-1)?.push(packets);
    else runs.push([packets]);
  }
  return runs;
}

/**
 * The clips joined into as few Ogg Opus files as WhatsApp's size allows. A file ends where a chapter ends, unless a
 * chapter alone is too large; it never ends inside a clip, hence never inside a sentence.
 *
 * @param preSkip   samples at 48 kHz, see `oggOpus`
 * @param largest   bytes of a part; only a single clip larger than that can exceed it
 */
export function voiceNote(
  clips: readonly SpokenClip[],
  preSkip: number,
  largest = largestPart,
): VoiceNotePart[] {
  const runs = byChapter(
    clips.map((clip) => unpackPackets(clip.opus)),
    clips.map((clip) => clip.chapter),
  );
  const parts: Uint8Array[][] = [];
  let open: Uint8Array[] = [];
  const fits = (more: Uint8Array[]) => oggOpusBytes([...open, ...more]) <= largest;
  const close = () => {
    if (open.length > 0) parts.push(open);
    open = [];
  };
  for (const run of runs) {
    const whole = run.flat();
    if (!fits(whole)) {
      const alone = oggOpusBytes(whole) <= largest;
      if (alone) close();
    }
    for (const packets of run) {
      if (!fits(packets)) close();
      open.push(...packets);
    }
  }
  close();
  return parts.map((packets) => ({
    bytes: oggOpus(packets, preSkip),
    durationMs: Math.round(oggOpusMs(packets.length, preSkip)),
  }));
}
