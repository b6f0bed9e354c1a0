import { afterAll, beforeAll, expect, test } from "vitest";
import { opusPreSkip, type EncodedClip } from "../../domain/sound/encoded.ts";
import { targetLoudness } from "../../domain/sound/level.ts";
import { loudness } from "../../domain/sound/loudness.ts";
import { mp3Frames } from "../../domain/sound/mp3.ts";
import { eachPacket, unpackPackets } from "../../domain/sound/packets.ts";
import { truePeaks } from "../../domain/sound/true-peak.ts";
import { voiceNote } from "../../domain/sound/voice-note.ts";
import { clickAt, decoded, heardByFfmpeg, heardRate } from "../../testing/listener.ts";
import { spokenWav } from "../../testing/spoken-wav.ts";
import { createSoundEncoder } from "./sound-encoder.ts";

/** A greeting, a heading, stories and a sign-off, of several pitches and a deep, pulsing voice: what a digest is made of. */
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

const encoder = createSoundEncoder(2);
let clips: EncodedClip[];
beforeAll(async () => {
  clips = await Promise.all(
    spoken.map(([seconds, pitch]) => encoder.encode(spokenWav(seconds, 24_000, pitch))),
  );
}, 60_000);
afterAll(() => encoder.close());

const packetsOf = ({ opus }: EncodedClip) => [...eachPacket(unpackPackets(opus))];
const joined = () => decoded(clips.flatMap(packetsOf));

test("every clip, and the digest they make, is heard at −16 LUFS ±0.7, and none reaches −1 dBTP", () => {
  for (const sound of [...clips.map((clip) => decoded(packetsOf(clip))), joined()]) {
    expect(Math.abs(loudness(sound, heardRate) - targetLoudness)).toBeLessThan(0.7);
    const [peak = 1] = truePeaks(sound, sound.length);
    expect(20 * Math.log10(peak)).toBeLessThan(-1);
  }
});

test("ffmpeg, where there is one, measures the same in both forms", () => {
  const [note] = voiceNote(
    clips.map(({ opus }) => ({ opus, chapter: 0 })),
    opusPreSkip,
  );
  const mp3 = Buffer.concat(clips.map((clip) => clip.mp3));
  expect(mp3Frames(mp3).length).toBeGreaterThan(clips.length);
  for (const file of [note?.bytes ?? mp3, mp3, ...clips.map((clip) => clip.mp3)]) {
    const heard = heardByFfmpeg(file) ?? { lufs: targetLoudness, truePeak: -1 };
    expect(Math.abs(heard.lufs - targetLoudness)).toBeLessThan(0.7);
    expect(heard.truePeak).toBeLessThanOrEqual(-1);
  }
});

test("nothing clicks where clips meet", () => {
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
