import { afterAll, expect, test } from "vitest";
import { opusPreSkip } from "../../domain/sound/encoded.ts";
import { mp3Frames, mp3Ms } from "../../domain/sound/mp3.ts";
import { eachPacket, unpackPackets } from "../../domain/sound/packets.ts";
import { largestPart, voiceNote } from "../../domain/sound/voice-note.ts";
import { createSoundEncoder } from "./sound-encoder.ts";
import { spokenWav } from "../../testing/spoken-wav.ts";

const encoder = createSoundEncoder(1);
afterAll(() => encoder.close());

test("speech becomes Opus packets and MP3 frames of the same length", async () => {
  const clip = await encoder.encode(spokenWav(3));
  const packets = [...eachPacket(unpackPackets(clip.opus))];
  expect(clip.durationMs).toBe(packets.length * 20);
  expect(clip.durationMs).toBeGreaterThan(3_000);
  // configuration 8 or more is wide band or better, the code of one frame a packet is 0 (RFC 6716, 3.1)
  expect(packets.every(([toc = 0]) => toc >> 3 >= 8 && (toc & 0b111) === 0)).toBe(true);
  const frames = mp3Frames(clip.mp3);
  expect(Math.abs(mp3Ms(frames) - clip.durationMs)).toBeLessThan(150);
  expect(new Set(frames.map(({ sampleRate }) => sampleRate))).toEqual(new Set([24_000]));
});

test("what begins something new is preceded by a longer silence", async () => {
  const [usual, chapter] = [
    await encoder.encode(spokenWav(1)),
    await encoder.encode(spokenWav(1), 0.52),
  ];
  expect(chapter.durationMs - usual.durationMs).toBe(400);
});

test("MP3 clips follow each other frame by frame, and no clip leans on the one before", async () => {
  const [one, other] = await Promise.all([
    encoder.encode(spokenWav(1)),
    encoder.encode(spokenWav(2)),
  ]);
  const joined = Buffer.concat([one.mp3, other.mp3]);
  expect(mp3Frames(joined)).toHaveLength(mp3Frames(one.mp3).length + mp3Frames(other.mp3).length);
  // the bit reservoir (main_data_begin, the first byte after an MPEG-2 header) is empty where a clip begins
  for (const { mp3 } of [one, other]) expect(mp3[4]).toBe(0);
});

test("three minutes, the shortest plan, fit one voice note that WhatsApp plays", async () => {
  const clip = await encoder.encode(spokenWav(30));
  const clips = Array.from({ length: Math.floor(180_000 / clip.durationMs) }, () => ({
    opus: clip.opus,
    chapter: 0,
  }));
  const notes = voiceNote(clips, opusPreSkip);
  expect(notes).toHaveLength(1);
  expect(notes[0]!.bytes.length).toBeLessThanOrEqual(largestPart);
});

test("what is not speech at the right rate is refused", async () => {
  await expect(encoder.encode(Buffer.from("not a sound"))).rejects.toThrow("not a WAV file");
  await expect(encoder.encode(spokenWav(1, 16_000))).rejects.toThrow("16000 Hz");
});
