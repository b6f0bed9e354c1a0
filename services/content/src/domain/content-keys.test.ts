import { expect, test } from "vitest";
import { assembledAudioKey, clipKey } from "./content-keys.ts";

const utterance = {
  text: "Bonjour.",
  language: "fr",
  voice: "female",
  standing: true,
} as const;

test("a text in another voice of the provider is another clip, and other assembled audio", () => {
  const names = ["fr-FR-Neural2-F", "fr-FR-Chirp3-HD-Kore", "gpt-4o-mini-tts marin"];
  const keys = names.map((name) => clipKey(utterance, name));
  expect(new Set(keys).size).toBe(3);
  expect(new Set(keys.map((key) => assembledAudioKey([[{ key, gap: 0 }]]))).size).toBe(3);
  expect(clipKey({ ...utterance, standing: false }, "fr-FR-Neural2-F")).toBe(keys[0]);
});
