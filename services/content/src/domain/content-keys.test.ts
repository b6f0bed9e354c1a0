import { expect, test } from "vitest";
import { clipKey } from "./content-keys.ts";

const utterance = {
  text: "Bonjour.",
  language: "fr",
  voice: "female",
  standing: true,
} as const;

test("a text in another voice of the provider is another clip", () => {
  const names = ["fr-FR-Neural2-F", "fr-FR-Chirp3-HD-Kore", "gpt-4o-mini-tts marin"];
  const keys = names.map((name) => clipKey(utterance, name));
  expect(new Set(keys).size).toBe(3);
  expect(clipKey({ ...utterance, standing: false }, "fr-FR-Neural2-F")).toBe(keys[0]);
});
