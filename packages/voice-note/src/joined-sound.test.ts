import { beforeAll, expect, test } from "vitest";
import type { EncodedClip } from "./clip.ts";
import { encodeClip } from "./encode-clip.ts";
import { opusPreSkip } from "./files/ogg-opus.ts";
import { unpackPackets } from "./files/packets.ts";
import { targetLoudness } from "./level/level.ts";
import { loudness } from "./level/loudness.ts";
import { truePeaks } from "./level/true-peak.ts";
import { clickAt, decoded, heardByFfmpeg, heardRate } from "./testing/listener.ts";
import { spokenWav } from "./testing/spoken-wav.ts";
import { voiceNote } from "./voice-note.ts";

/** Seconds and pitch of a greeting, a heading, stories and a sign-off, as in a digest; the last pitches are those of a deep, pulsing voice. */
const spoken = [
  [2, 110],
  [0.7, 180],
  [9, 130],
  [6, 210],
  [0.6, 240],
  [3, 95],
  [0.6, 78],
  [5, 82],
] as const;

let clips: EncodedClip[];
beforeAll(() => {
  clips = spoken.map(([seconds, pitch]) =>
    encodeClip({ wav: spokenWav(seconds, 24_000, pitch), lead: undefined }),
  );
}, 60_000);

const packetsOf = ({ opus }: EncodedClip) => unpackPackets(opus);
const joined = () => decoded(clips.flatMap(packetsOf));

test("each decoded clip and the joined digest has −16 ± 0.7 LUFS and a true peak below −1 dBTP", () => {
  for (const sound of [...clips.map((clip) => decoded(packetsOf(clip))), joined()]) {
    expect(Math.abs(loudness(sound, heardRate) - targetLoudness)).toBeLessThan(0.7);
    const [peak = 1] = truePeaks(sound, sound.length);
    expect(20 * Math.log10(peak)).toBeLessThan(-1);
  }
});

test("both forms have the same loudness and peak as ffmpeg measures them, where it is installed", () => {
  const [note] = voiceNote(clips.map(({ opus }) => ({ opus, chapter: 0 })));
  const mp3 = Buffer.concat(clips.map((clip) => clip.mp3));
  for (const file of [note?.bytes ?? mp3, mp3, ...clips.map((clip) => clip.mp3)]) {
    const heard = heardByFfmpeg(file) ?? { lufs: targetLoudness, truePeak: -1 };
    expect(Math.abs(heard.lufs - targetLoudness)).toBeLessThan(0.7);
    expect(heard.truePeak).toBeLessThanOrEqual(-1);
  }
});

test("has no audible click where two clips are joined", () => {
  const sound = joined();
  let at = opusPreSkip;
  for (const clip of clips.slice(0, -1)) {
    at += (clip.durationMs * heardRate) / 1000;
    expect(clickAt(sound, at)).toBeLessThan(1.5);
    const click = sound.slice();
    click[at] = 0.02;
    expect(clickAt(click, at)).toBeGreaterThan(5);
  }
});
