import { expect, test } from "vitest";
import { storyKeys, wordKeys } from "./story-keys.ts";

test.each([
  ["killed kills killing", "tuer tués tuée tuent"],
  ["voted votes voting", "vote votent voix"],
  ["stopped stops stopping", null],
  ["win won winner", "gagne gagnent victoire"],
  ["blaze fire burned", "incendie feux brûler"],
  ["Scotland Scottish", "Écosse écossaise"],
  ["quake tremors", "séisme secousses"],
  ["strike strikes walkout", "grève grévistes"],
  ["NATO", "Otan"],
  ["UN", "ONU"],
  ["Kenya Kenyan Kenyans", "Kenya kényane kényans"],
  ["Belgium Belgians", "Belgique belge Belges"],
])("gives one key to the forms of a word and its synonyms: %s, %s", (english, french) => {
  const keys = new Set([
    ...wordKeys(english, "en"),
    ...(french === null ? [] : wordKeys(french, "fr")),
  ]);
  expect([...keys]).toHaveLength(1);
});

test.each([
  ["rise", "fall"],
  ["win", "lose"],
  ["arrest", "trial"],
  ["wind", "sale"],
])("keeps %s and %s apart", (one, other) => {
  expect(wordKeys(one, "en")).not.toEqual(wordKeys(other, "en"));
});

test("reads a word by its language: the French “but” and “vent” are no English words", () => {
  expect(wordKeys("buts", "fr")).toEqual(wordKeys("goals", "en"));
  expect(wordKeys("vent", "fr")).toEqual(wordKeys("wind", "en"));
});

test("takes no word for a name in Title Case", () => {
  expect(storyKeys("Museum Staff in Bristol End Strike", "en").names).toEqual(new Set());
  expect(storyKeys("Museum staff in Bristol end strike", "en").names).toContain("brist");
});
