import { expect, test } from "vitest";
import { voiceNote } from "../testing/sounds.ts";
import { oggOpusDurationMs } from "./ogg.ts";

test.each([0.5, 3, 20])(
  "measures a voice note of %s s to the precision of a packet",
  async (seconds) => {
    const measured = oggOpusDurationMs(Buffer.from(await voiceNote(seconds)));
    expect(measured).toBeGreaterThanOrEqual(seconds * 1000);
    expect(measured).toBeLessThan(seconds * 1000 + 27);
  },
);

test("does not count the pre-skip", async () => {
  const file = Buffer.from(await voiceNote(1));
  const longer = Buffer.from(file);
  longer.writeUInt16LE(0, file.indexOf("OpusHead") + 10);
  expect(oggOpusDurationMs(longer) - oggOpusDurationMs(file)).toBeCloseTo(6.5, -1);
});

test("rejects files that are not Ogg Opus", async () => {
  const file = Buffer.from(await voiceNote(1));
  expect(() => oggOpusDurationMs(Buffer.from("ID3 not an Ogg file, by far"))).toThrow("not an Ogg");
  expect(() => oggOpusDurationMs(Buffer.alloc(0))).toThrow("empty");
  expect(() => oggOpusDurationMs(file.subarray(0, -10))).toThrow("cut off");
  const vorbis = Buffer.from(file);
  vorbis.write("\u0001vorbis ", file.indexOf("OpusHead"), "latin1");
  expect(() => oggOpusDurationMs(vorbis)).toThrow("Opus header");
});
