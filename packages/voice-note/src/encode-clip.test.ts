import { expect, test } from "vitest";
import { mp3Ms } from "./clip.ts";
import { encodeClip } from "./encode-clip.ts";
import { unpackPackets } from "./files/packets.ts";
import { readSound } from "./testing/read-sound.ts";
import { spokenWav } from "./testing/spoken-wav.ts";
import { maxPartBytes, voiceNote } from "./voice-note.ts";

/** 576 samples at 24 kHz. */
const mp3FrameMs = 24;

const encoded = (wav: Uint8Array, lead?: number) => encodeClip({ wav, lead });

test("encodes speech as Opus packets and MP3 frames of the same length", async () => {
  const clip = encoded(spokenWav(3));
  const packets = unpackPackets(clip.opus);
  expect(clip.durationMs).toBe(packets.length * 20);
  expect(clip.durationMs).toBeGreaterThan(3_000);
  // configuration 8 or more is wide band or better, the code of one frame a packet is 0 (RFC 6716, 3.1)
  expect(packets.every(([toc = 0]) => toc >> 3 >= 8 && (toc & 0b111) === 0)).toBe(true);
  expect(Math.abs(mp3Ms(clip.mp3.length) - clip.durationMs)).toBeLessThan(150);
  const { codec, sampleRate, packets: frames } = await readSound(clip.mp3);
  expect([codec, sampleRate]).toEqual(["mp3", 24_000]);
  expect(frames.length * mp3FrameMs).toBe(mp3Ms(clip.mp3.length));
});

test("puts the requested silence before the words", () => {
  const usual = encoded(spokenWav(1));
  const chapter = encoded(spokenWav(1), 0.52);
  expect(chapter.durationMs - usual.durationMs).toBe(400);
});

test("makes MP3 clips that can be joined frame by frame: no clip needs bits of the one before", async () => {
  const one = encoded(spokenWav(1));
  const other = encoded(spokenWav(2));
  const joined = await readSound(Buffer.concat([one.mp3, other.mp3]));
  expect(Buffer.concat(joined.packets)).toEqual(Buffer.concat([one.mp3, other.mp3]));
  expect(joined.seconds * 1_000).toBeCloseTo(mp3Ms(one.mp3.length + other.mp3.length));
  // the bit reservoir (main_data_begin, the first byte after an MPEG-2 header) is empty at the start of a clip
  for (const { mp3 } of [one, other]) expect(mp3[4]).toBe(0);
});

test("fits three minutes, the shortest plan, in one voice note that WhatsApp plays", () => {
  const clip = encoded(spokenWav(30));
  const clips = Array.from({ length: Math.floor(180_000 / clip.durationMs) }, () => ({
    opus: clip.opus,
    chapter: 0,
  }));
  const notes = voiceNote(clips);
  expect(notes).toHaveLength(1);
  expect(notes[0]!.bytes.length).toBeLessThanOrEqual(maxPartBytes);
});

test("refuses a file that is not WAV, and a WAV file of another sample rate", () => {
  expect(() => encoded(Buffer.from("not a sound"))).toThrow("not a WAV file");
  expect(() => encoded(spokenWav(1, 16_000))).toThrow("16000 Hz");
});
