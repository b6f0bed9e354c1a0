import type { StoryInFull } from "@matinale/newsroom/summary";
import { expect, test } from "vitest";
import { maxMessageLength } from "./digest-text.ts";
import { storyText } from "./story-text.ts";

const passage = (outlet: string, text: string) => ({
  outlet,
  text,
  url: `https://news.example/${outlet.length}`,
});
const asIs = (url: string) => url;
const inFull = (changes: Partial<StoryInFull> = {}): StoryInFull => ({
  headline: "Le pont rouvre",
  passages: [passage("La Une", "Il a coûté 12 millions."), passage("La Deux", "")],
  spoken: "",
  method: "model",
  ...changes,
});

test("writes each passage with its outlet and link, then who wrote it", () => {
  const blocks = storyText(inFull(), "fr", true, asIs).split("\n\n");
  expect(blocks.slice(0, 3)).toEqual([
    "*Le pont rouvre*",
    "Il a coûté 12 millions.\n_La Une_ https://news.example/6",
    "_La Deux_ https://news.example/7",
  ]);
  expect(blocks[3]).toMatch(/^Textes résumés par une IA/u);
});

test("names the outlet of an article without an address, with no link", () => {
  const passages = [{ outlet: "L'Agence", url: "", text: "Il a coûté 12 millions." }];
  const [, block] = storyText(inFull({ passages }), "fr", true, asIs).split("\n\n");
  expect(block).toBe("Il a coûté 12 millions.\n_L’Agence_");
});

test("says that only a part is by a model when other outlets add to it", () => {
  const passages = [passage("The Paper", "It cost £12m."), passage("The Post", "It opens Monday.")];
  const text = storyText(inFull({ passages }), "en", false, asIs);
  expect(text).toMatch(/some written by AI/u);
});

test("neutralises marks of outlets, and leaves the last ones out of a message that would be too long", () => {
  const passages = Array.from({ length: 6 }, (_, index) =>
    passage(`Paper ${index}`, `*Bold* ${"word ".repeat(200)}`),
  );
  const text = storyText(inFull({ passages }), "en", true, asIs);
  expect(text.length).toBeLessThanOrEqual(maxMessageLength);
  expect(text).toContain("∗Bold∗");
  expect(text).toContain("Paper 2");
  expect(text).not.toContain("Paper 5");
});
