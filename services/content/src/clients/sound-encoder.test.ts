import { spokenWav } from "@matinale/voice-note/testing";
import { afterAll, expect, test } from "vitest";
import { createSoundEncoder } from "./sound-encoder.ts";

const encoder = createSoundEncoder(1);
afterAll(() => encoder.close());

test("encodes a clip in a work process, with the requested silence before the words", async () => {
  const usual = await encoder.encode(spokenWav(1));
  const chapter = await encoder.encode(spokenWav(1), 0.52);
  expect(usual.opus.length).toBeGreaterThan(1_000);
  expect(usual.mp3.length).toBeGreaterThan(5_000);
  expect(chapter.durationMs - usual.durationMs).toBe(400);
});

test("fails when the work process refuses the file", async () => {
  await expect(encoder.encode(Buffer.from("not a sound"))).rejects.toMatchObject({
    message: "not a WAV file",
  });
});
