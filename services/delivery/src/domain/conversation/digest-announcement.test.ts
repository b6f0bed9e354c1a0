import { describe, expect, test } from "vitest";
import { readyDigest } from "../../testing/fixtures.ts";
import type { Delivery } from "../delivery/delivery.ts";
import { announcedHeadline, announcement } from "./digest-announcement.ts";
import { plainWords } from "./templates.ts";

const audioPart = (durationMs: number) => ({
  mediaKey: "key",
  sha256: "hash",
  mime: "audio/ogg",
  bytes: 10,
  durationMs,
});
const headline = "Les petites communes auront leur guichet unique";
const announced = (changes: Partial<Delivery>) => {
  const digest = readyDigest({ headline, stories: 8, audio: [audioPart(170_000)], ...changes });
  const template = announcement(digest);
  expect(template.button).toBe(`LISTEN:${digest._id}`);
  return plainWords({ form: "template", template, language: digest.language }, "Matinale");
};

describe("the announcement of a digest", () => {
  test("has the first headline, the other stories and the length, in both languages", () => {
    expect(announced({})).toBe(
      "À la une\u00A0: Les petites communes auront leur guichet unique – et 7 autres titres. Votre édition Matinale est prête (3 min)\u00A0: appuyez sur «\u00A0Écouter\u00A0» pour la recevoir.",
    );
    expect(announced({ language: "en", headline: "Wheat falls again" })).toBe(
      "In the news: Wheat falls again – and 7 more stories. Your Matinale edition is ready (3 min): tap Listen to receive it.",
    );
  });

  test.each([
    [{ stories: 1 }, "unique – un seul sujet."],
    [{ stories: 2 }, "unique – et 1 autre titre."],
    [{ stories: 2, language: "en" }, "unique – and 1 more story."],
    [{ audio: [] }, "prête (texte seul)"],
    [{ audio: [], language: "en" }, "ready (text only)"],
    [{ audio: [audioPart(9_000)] }, "(1 min)"],
    [{ audio: [audioPart(170_000), audioPart(150_000)] }, "(5 min)"],
    [{ headline: "" }, "À la une\u00A0: l’actualité du jour – et 7 autres titres."],
  ] as [Partial<Delivery>, string][])("with %j says %s", (changes, expected) => {
    expect(announced(changes)).toContain(expected);
  });
});

test.each([
  ["Un titre\n\tsur     deux lignes ", "Un titre sur deux lignes"],
  ["*Gagnez* _tout_ sur pay-me.example", "Gagnez tout sur pay-me․example"],
  ["Le budget\u00A0: adopté", "Le budget\u00A0: adopté"],
])("a headline becomes one line: %j", (title, expected) => {
  expect(announcedHeadline(title)).toBe(expected);
});

test("a long headline is cut after a word", () => {
  const cut = announcedHeadline(`${"Le Sénat vote, ".repeat(20)}enfin`);
  expect(cut.length).toBeLessThanOrEqual(150);
  expect(cut).toMatch(/ (?:Le|Sénat|vote)…$/u);
  expect([...announcedHeadline("😀".repeat(200))]).toHaveLength(150);
});
