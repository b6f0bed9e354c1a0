import { beforeAll, describe, expect, test } from "vitest";
import type { EncodedClip } from "./clip.ts";
import { encodeClip } from "./encode-clip.ts";
import { opusPreSkip } from "./files/ogg-opus.ts";
import { unpackPackets } from "./files/packets.ts";
import { targetLoudness } from "./level/level.ts";
import { loudness } from "./level/loudness.ts";
import { truePeaks } from "./level/true-peak.ts";
import { markWav } from "./sound-marks.ts";
import { clickAt, decoded, heardByFfmpeg, heardRate, silences } from "./testing/listener.ts";
import { oggPages } from "./testing/ogg-pages.ts";
import { spokenWav } from "./testing/spoken-wav.ts";
import { mp3File, secondsInNote, voiceNote } from "./voice-note.ts";

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
  clips = spoken.map(([seconds, pitch]) => encodeClip(spokenWav(seconds, 24_000, pitch)));
}, 60_000);

/** Seconds of silence before each clip: sentence, heading, story, chapter and so on. */
const gaps = [0, 0.35, 0.4, 0.8, 1.2, 0.4, 0.8, 1.2];
const forms = ["opus", "smallOpus"] as const;
const noteOf = (form: (typeof forms)[number]) =>
  voiceNote(clips.map((clip, index) => ({ bytes: clip[form], gap: gaps[index] ?? 0 })));
const joined = (form: (typeof forms)[number]) =>
  decoded(
    oggPages(noteOf(form).bytes)
      .slice(2)
      .flatMap(({ packets }) => packets),
  );

test.each(forms)(
  "clips and note of %s have −16 ± 0.7 LUFS and a true peak below −1 dBTP",
  (form) => {
    const each = clips.map((clip) => decoded(unpackPackets(clip[form])));
    for (const sound of [...each, joined(form)]) {
      expect(Math.abs(loudness(sound, heardRate) - targetLoudness)).toBeLessThan(0.7);
      const [peak = 1] = truePeaks(sound, sound.length);
      expect(20 * Math.log10(peak)).toBeLessThan(-1);
    }
  },
);

test("both forms have the same loudness and peak as ffmpeg measures them, where it is installed", () => {
  const { bytes: mp3 } = mp3File(
    clips.map((clip, index) => ({ bytes: clip.mp3, gap: gaps[index] ?? 0 })),
  );
  for (const file of [
    noteOf("opus").bytes,
    noteOf("smallOpus").bytes,
    mp3,
    ...clips.map((clip) => clip.mp3),
  ]) {
    const heard = heardByFfmpeg(file) ?? { lufs: targetLoudness, truePeak: -1 };
    expect(Math.abs(heard.lufs - targetLoudness)).toBeLessThan(0.7);
    expect(heard.truePeak).toBeLessThanOrEqual(-1);
  }
});

test.each(forms)("a note of %s has no audible click where clips and silence are joined", (form) => {
  const sound = joined(form);
  let at = opusPreSkip;
  for (const [index, clip] of clips.entries()) {
    const seconds = secondsInNote(clip.durationMs, gaps[index] ?? 0);
    const begin = at + seconds * heardRate - (clip.durationMs * heardRate) / 1000;
    for (const join of [at, begin].map(Math.round).filter((place) => place > opusPreSkip)) {
      expect(clickAt(sound, join)).toBeLessThan(1.5);
      const click = sound.slice();
      click[join] = 0.02;
      expect(clickAt(click, join)).toBeGreaterThan(5);
    }
    at += seconds * heardRate;
  }
});

test.each(forms)("a listener hears the gaps between the words of a note of %s", (form) => {
  const sound = joined(form);
  const heard = silences(sound, 0.25);
  expect(heard).toHaveLength(gaps.length - 1);
  for (const [index, seconds] of heard.entries()) {
    // the test signal begins and ends softly, a deep one with a pulse every 13 ms: two of them decide
    expect(Math.abs(seconds - (gaps[index + 1] ?? 0))).toBeLessThan(0.1);
  }
});

describe.each(["opening", "chapter"] as const)("the %s mark", (mark) => {
  const seconds = { opening: 1.2, chapter: 0.4 }[mark];
  const clip = encodeClip(markWav(mark));

  test.each(forms)("is short, as loud as speech and below −1.5 dBTP in %s", (form) => {
    const sound = decoded(unpackPackets(clip[form]));
    expect(Math.abs(sound.length / heardRate - seconds - 0.16)).toBeLessThan(0.06);
    expect(Math.abs(loudness(sound, heardRate) - targetLoudness)).toBeLessThan(1);
    const [peak = 1] = truePeaks(sound, sound.length);
    expect(20 * Math.log10(peak)).toBeLessThan(-1.5);
  });
});
