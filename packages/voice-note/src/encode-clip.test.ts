import { expect, test } from "vitest";
import { mp3Ms } from "./clip.ts";
import { encodeClip } from "./encode-clip.ts";
import { unpackPackets } from "./files/packets.ts";
import { readAudio } from "./testing/read-audio.ts";
import { spokenWav } from "./testing/spoken-wav.ts";
import { silentMp3Frame } from "./files/silent-mp3.ts";
import { formOf, maxPartBytes, mp3File, voiceNote } from "./voice-note.ts";

/** 576 samples at 24 kHz. */
const mp3FrameMs = 24;

test("encodes speech as Opus packets and MP3 frames of the same length", async () => {
  const clip = encodeClip(spokenWav(3));
  const packets = unpackPackets(clip.opus);
  expect(clip.durationMs).toBe(packets.length * 20);
  expect(clip.durationMs).toBeGreaterThan(3_000);
  // configuration 8 or more is wide band or better, the code of one frame a packet is 0 (RFC 6716, 3.1)
  expect(packets.every(([toc = 0]) => toc >> 3 >= 8 && (toc & 0b111) === 0)).toBe(true);
  expect(Math.abs(mp3Ms(clip.mp3.length) - clip.durationMs)).toBeLessThan(150);
  const { codec, sampleRate, packets: frames } = await readAudio(clip.mp3);
  expect([codec, sampleRate]).toEqual(["mp3", 24_000]);
  expect(frames.length * mp3FrameMs).toBe(mp3Ms(clip.mp3.length));
});

test("encodes both forms of Opus in the same length, wide band, the small one with fewer bytes", () => {
  const { opus, smallOpus } = encodeClip(spokenWav(5));
  const [usual, small] = [unpackPackets(opus), unpackPackets(smallOpus)];
  expect(small.length).toBe(usual.length);
  expect(small.every(([toc = 0]) => toc >> 3 >= 8 && (toc & 0b111) === 0)).toBe(true);
  expect(smallOpus.length / opus.length).toBeLessThan(0.7);
});

test("makes MP3 clips that can be joined frame by frame: no clip needs bits of the one before", async () => {
  const one = encodeClip(spokenWav(1));
  const other = encodeClip(spokenWav(2));
  const joined = await readAudio(Buffer.concat([one.mp3, other.mp3]));
  expect(Buffer.concat(joined.packets)).toEqual(Buffer.concat([one.mp3, other.mp3]));
  expect(joined.seconds * 1_000).toBeCloseTo(mp3Ms(one.mp3.length + other.mp3.length));
  // the bit reservoir (main_data_begin, the first byte after an MPEG-2 header) is empty at the start of a clip
  for (const { mp3 } of [one, other]) expect(mp3[4]).toBe(0);
});

const oftenRepeated = encodeClip(spokenWav(20));

test.each([180, 190, 300, 312])("fits %i s in one voice note that WhatsApp plays", (seconds) => {
  const clip = oftenRepeated;
  const form = formOf(seconds);
  const bytes = form === "opus" ? clip.opus : clip.smallOpus;
  const clips = Array.from({ length: Math.floor((seconds * 1000) / clip.durationMs) }, () => ({
    bytes,
    gap: 0,
  }));
  expect(voiceNote(clips).bytes.length).toBeLessThanOrEqual(maxPartBytes);
  expect(maxPartBytes).toBeLessThanOrEqual(512 * 1024);
});

test("adds silence between MP3 clips as frames that a player reads", async () => {
  const { mp3 } = encodeClip(spokenWav(1));
  expect([...mp3.subarray(0, 4)]).toEqual([...silentMp3Frame.subarray(0, 4)]);
  const { packets } = await readAudio(
    mp3File([
      { bytes: mp3, gap: 0 },
      { bytes: mp3, gap: 0.8 },
    ]).bytes,
  );
  const silent = packets.filter((frame) => frame.subarray(4).every((byte) => byte === 0));
  expect(silent.length).toBe(27);
});

test("refuses a file that is not WAV, and a WAV file of another sample rate", () => {
  expect(() => encodeClip(Buffer.from("not a sound"))).toThrow("not a WAV file");
  expect(() => encodeClip(spokenWav(1, 16_000))).toThrow("16000 Hz");
});
