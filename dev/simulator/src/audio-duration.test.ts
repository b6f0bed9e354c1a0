import { expect, test } from "vitest";
import { durationMs } from "./audio-duration.ts";
import { voiceNote } from "./testing/sounds.ts";

const durationOf = (file: Buffer) => durationMs(file, "audio/ogg");

test.each([0.5, 3, 20])(
  "measures a voice note of %s s to the precision of a packet",
  async (seconds) => {
    const measured = await durationOf(Buffer.from(await voiceNote(seconds)));
    expect(measured).toBeGreaterThanOrEqual(seconds * 1000);
    expect(measured).toBeLessThan(seconds * 1000 + 27);
  },
);

test("does not count the pre-skip", async () => {
  const file = Buffer.from(await voiceNote(1));
  const longer = Buffer.from(file);
  longer.writeUInt16LE(0, file.indexOf("OpusHead") + 10);
  expect((await durationOf(longer)) - (await durationOf(file))).toBeCloseTo(6.5, -1);
});

test("rejects files that are not Ogg Opus", async () => {
  const file = Buffer.from(await voiceNote(1));
  await expect(durationOf(Buffer.from("ID3 not an Ogg file, by far"))).rejects.toThrow(
    "unsupported",
  );
  await expect(durationOf(Buffer.alloc(0))).rejects.toThrow("unsupported");
  await expect(durationOf(file.subarray(0, -10))).rejects.toThrow("Assertion failed");
  const vorbis = Buffer.from(file);
  vorbis.write("\u0001vorbis ", file.indexOf("OpusHead"), "latin1");
  await expect(durationOf(vorbis)).rejects.toThrow("not audio/ogg");
});
