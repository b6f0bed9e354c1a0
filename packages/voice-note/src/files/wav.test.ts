import { expect, test } from "vitest";
import { joinWav, readWav, writeWav } from "./wav.ts";

function wav(
  change: { channels?: number; bits?: number; length?: number; before?: Buffer } = {},
): Uint8Array {
  const { channels = 1, bits = 16, length = 8, before = Buffer.alloc(0) } = change;
  const format = Buffer.alloc(24);
  format.write("fmt ");
  format.writeUInt32LE(16, 4);
  format.writeUInt16LE(1, 8);
  format.writeUInt16LE(channels, 10);
  format.writeUInt32LE(24_000, 12);
  format.writeUInt16LE(bits, 22);
  const head = Buffer.alloc(8);
  head.write("data");
  head.writeUInt32LE(length, 4);
  const samples = Buffer.from(Int16Array.of(1, -2, 3, -4).buffer);
  return Buffer.concat([Buffer.from("RIFF\0\0\0\0WAVE"), format, before, head, samples]);
}

test("reads the samples and their rate", () => {
  const { sampleRate, samples } = readWav(wav());
  expect(sampleRate).toBe(24_000);
  expect([...samples]).toEqual([1, -2, 3, -4]);
});

test("skips other chunks, and reads to the end of a file without a valid length", () => {
  const list = Buffer.from("LIST\x03\0\0\0abc\0");
  expect([...readWav(wav({ before: list })).samples]).toEqual([1, -2, 3, -4]);
  expect([...readWav(wav({ length: 0xffff_ffff })).samples]).toEqual([1, -2, 3, -4]);
});

test("refuses stereo, 8-bit, other formats and files that are cut short", () => {
  expect(() => readWav(wav({ channels: 2 }))).toThrow(RangeError);
  expect(() => readWav(wav({ bits: 8 }))).toThrow(RangeError);
  expect(() => readWav(Buffer.from("OggS"))).toThrow(RangeError);
  expect(() => readWav(wav().subarray(0, 30))).toThrow(RangeError);
});

test("writes what it reads", () => {
  const sound = { sampleRate: 24_000, samples: Int16Array.of(1, -2, 32_767) };
  expect(readWav(writeWav(sound))).toEqual(sound);
});

test("joins files with a silence between them, and gives the file its length", () => {
  const joined = joinWav([wav(), wav({ length: 0xffff_ffff })], 2 / 24_000);
  expect([...readWav(joined).samples]).toEqual([1, -2, 3, -4, 0, 0, 1, -2, 3, -4]);
  expect(new DataView(joined.buffer).getUint32(40, true)).toBe(20);
  const slow = writeWav({ sampleRate: 8_000, samples: Int16Array.of(1) });
  expect(() => joinWav([wav(), slow], 0)).toThrow("different sample rates");
});
