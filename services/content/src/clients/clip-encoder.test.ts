import { spokenWav } from "@matinale/voice-note/testing";
import { afterAll, expect, test } from "vitest";
import { createClipEncoder } from "./clip-encoder.ts";

const encoder = createClipEncoder(1);
afterAll(() => encoder.close());

test("encodes a clip in a work process", async () => {
  const clip = await encoder.encode(spokenWav(1));
  expect(clip.opus.length).toBeGreaterThan(1_000);
  expect(clip.smallOpus.length).toBeLessThan(clip.opus.length);
  expect(clip.mp3.length).toBeGreaterThan(5_000);
});

test("fails when the work process refuses the file", async () => {
  await expect(encoder.encode(Buffer.from("not a sound"))).rejects.toMatchObject({
    message: "not a WAV file",
  });
});
