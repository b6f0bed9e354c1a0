import * as fc from "fast-check";
import { expect, test } from "vitest";
import { oggChecksum, oggOpus } from "./files/ogg-opus.ts";
import { packPackets, unpackPackets } from "./files/packets.ts";
import { oggPages } from "./testing/ogg-pages.ts";
import { readAudio } from "./testing/read-audio.ts";
import { secondsInNote, voiceNote } from "./voice-note.ts";

const packet = (length: number, fill = 7) => Buffer.alloc(length, fill);
const clip = (packets: number, fill: number, gap = 0) => ({
  bytes: packPackets(Array.from({ length: packets }, () => packet(50, fill + 1))),
  gap,
});

test("computes the checksum of RFC 3533", () => {
  // the usual test string for a CRC, with this polynomial, initial value 0, not reflected, not inverted
  expect(oggChecksum(new TextEncoder().encode("123456789"))).toBe(0x89a1897f);
});

test("writes a valid Ogg Opus file with unchanged packets and the right duration", () => {
  const note = voiceNote([clip(120, 0), clip(30, 1)]);
  const [head, tags, ...sound] = oggPages(note.bytes);
  expect(String.fromCharCode(...head!.packets[0]!.subarray(0, 8))).toBe("OpusHead");
  expect(Buffer.from(head!.packets[0]!).readUInt16LE(10)).toBe(312);
  expect(String.fromCharCode(...tags!.packets[0]!.subarray(0, 8))).toBe("OpusTags");
  expect(head!.flags).toBe(2);
  expect(sound.at(-1)!.flags).toBe(4);
  expect(sound.flatMap(({ packets }) => packets)).toHaveLength(150);
  expect(sound.at(-1)!.granule).toBe(150 * 960);
  expect(note.durationMs).toBe(Math.round(3_000 - 6.5));
});

test("writes a file that another library reads with the same packets and duration", async () => {
  const note = voiceNote([clip(120, 0), clip(30, 1)]);
  const { codec, sampleRate, packets, seconds } = await readAudio(note.bytes);
  expect([codec, sampleRate]).toEqual(["opus", 48_000]);
  expect(packets).toEqual([
    ...unpackPackets(clip(120, 0).bytes),
    ...unpackPackets(clip(30, 1).bytes),
  ]);
  expect(Math.abs(seconds * 1_000 - note.durationMs)).toBeLessThan(7);
});

test("reads back any packets unchanged, in order, on numbered pages", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 1_275 }), { minLength: 1, maxLength: 300 }),
      (lengths) => {
        const packets = lengths.map((length, index) => packet(length, index % 251));
        const clip = unpackPackets(packPackets(packets));
        const [, , ...sound] = oggPages(oggOpus(clip));
        expect(sound.flatMap((page) => page.packets)).toEqual(packets);
        expect(sound.map(({ sequence }) => sequence)).toEqual(sound.map((_, index) => index + 2));
        expect(clip).toEqual(packets);
      },
    ),
    { numRuns: 30 },
  );
});

test("makes equal bytes of equal clips, and another serial number of other clips", () => {
  const one = voiceNote([clip(10, 0)]).bytes;
  expect(voiceNote([clip(10, 0)]).bytes).toEqual(one);
  expect(oggPages(voiceNote([clip(10, 1)]).bytes)[0]!.serial).not.toBe(oggPages(one)[0]!.serial);
});

test("adds the silence of a gap between two clips, less what the clips bring", () => {
  const apart = (gap: number) => voiceNote([clip(10, 0), clip(10, 1, gap)]).durationMs;
  expect(apart(0.8) - apart(0)).toBe(640);
  expect(apart(0.1)).toBe(apart(0));
  expect(secondsInNote(200, 0.8)).toBe(0.84);
});

test("refuses packed packets that are cut short or have bytes after them", () => {
  const packed = packPackets([packet(10)]);
  expect(() => unpackPackets(packed.subarray(0, 8))).toThrow(RangeError);
  expect(() => unpackPackets(new Uint8Array(2))).toThrow(RangeError);
  expect(() => unpackPackets(Buffer.concat([packed, packed]))).toThrow(RangeError);
});
