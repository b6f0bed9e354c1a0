import { spokenWav } from "@matinale/voice-note/testing";
import { expect, test } from "vitest";
import { asWav } from "./speech.ts";

test("accepts the sound of an input, also when each letter is spelt", () => {
  for (const wav of [spokenWav(0.2), spokenWav(9)]) expect(asWav(wav, "SNCF", "fr")).toBe(wav);
});

test.each([
  ["a page", Buffer.from("<html>"), "is not a WAV file"],
  ["nothing", Buffer.alloc(0), "is not a WAV file"],
  ["a file without samples", spokenWav(0), "has no sound"],
  ["sound at another rate", spokenWav(0.2, 16_000), "has 16000 Hz, not 24000 Hz"],
  ["a minute of sound for one word", spokenWav(60), "is too long"],
])("refuses %s", (_, answer, reason) => {
  expect(() => asWav(answer, "Bonjour.", "fr")).toThrow(
    expect.objectContaining({ failure: "bad_output", message: `speech: the answer ${reason}` }),
  );
});
