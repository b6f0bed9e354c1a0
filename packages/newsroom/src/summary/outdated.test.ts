import { describe, expect, test } from "vitest";
import type { Source } from "../news.ts";
import { article, storyOf } from "../testing/index.ts";
import { extractiveScript } from "./extractive-summary.ts";
import { changesFacts, isOutdated } from "./outdated.ts";

const at = (hour: number, source: Source): Source => ({
  ...source,
  publishedAt: new Date(Date.UTC(2026, 10, 22, hour)),
});

describe("isOutdated", () => {
  const early = at(
    3,
    article("La Une", "Séisme au Japon : 3 morts", "Le séisme a duré une minute."),
  );
  const script = extractiveScript(storyOf("fr", early));

  test("a higher toll makes a script outdated, and the next one has it", () => {
    const late = at(8, article("La Deux", "Séisme au Japon : 400 morts"));
    const story = storyOf("fr", early, late);
    expect(isOutdated(script, story)).toBe(true);
    const next = extractiveScript(story);
    expect(next.headline).toContain("400 morts");
    expect(isOutdated(next, story)).toBe(false);
    // an outlet that is hours behind does not bring the old toll back
    const behind = at(9, article("La Trois", "Séisme au Japon : au moins 3 morts"));
    expect(isOutdated(next, storyOf("fr", early, late, behind))).toBe(false);
  });

  test("other new articles leave a script as it is", () => {
    const others = ["Le Japon se relève d’un séisme", "Séisme : le G7 promet son aide"].map(
      (title) =>
        at(
          8,
          article("La Deux", title, "Les secours poursuivent leurs recherches dans la région."),
        ),
    );
    for (const other of others) expect(isOutdated(script, storyOf("fr", early, other))).toBe(false);
  });

  test("a denial that came later makes an accusation outdated", () => {
    const accused = at(3, article("La Une", "Le maire de Valserre mis en examen pour fraude"));
    const denied = at(
      8,
      article(
        "La Deux",
        "Le maire de Valserre mis en examen pour fraude",
        "Paul Martin, 52 ans, a été mis en examen jeudi. Il conteste les faits.",
      ),
    );
    const written = extractiveScript(storyOf("fr", accused));
    expect(isOutdated(written, storyOf("fr", accused, denied))).toBe(true);
    expect(extractiveScript(storyOf("fr", accused, denied)).spoken).toContain("conteste");
  });

  test("a correction of its own article makes a script outdated once", () => {
    const correctedAt = new Date(Date.UTC(2026, 10, 22, 4));
    const corrected = { ...early, title: "Séisme au Japon : aucune victime", correctedAt };
    const story = storyOf("fr", corrected);
    expect(isOutdated(script, story)).toBe(true);
    expect(isOutdated(extractiveScript(story), story)).toBe(false);
    // a process that read the story before the correction
    expect(isOutdated(extractiveScript(story), storyOf("fr", early))).toBe(false);
  });

  test("a script from an article that the story does not have yet is not outdated", () => {
    const late = article("La Deux", "Séisme au Japon : 400 morts");
    const next = extractiveScript(storyOf("fr", early, late));
    expect(isOutdated(next, storyOf("fr", early))).toBe(false);
  });
});

describe("changesFacts", () => {
  const text = (title: string, summary = "") => ({ title, summary });

  test.each([
    ["fr", text("Paul Martin mis en examen"), text("Paul Martin témoin assisté")],
    ["fr", text("Séisme", "Il a fait 3 morts."), text("Séisme", "Il a fait 5 morts.")],
    [
      "fr",
      text("Le maire mis en examen", "Il a été entendu."),
      text("Le maire mis en examen", "Il conteste les faits."),
    ],
    ["en", text("Ada Quill charged"), text("Ada Quill released without charge")],
    ["en", text("Quake", "It killed three people."), text("Quake", "It killed nine people.")],
    [
      "en",
      text("Mayor charged with fraud", "He was heard on Friday."),
      text("Mayor charged with fraud", "He denies the charges."),
    ],
  ] as const)("finds a new fact in %s: %j, then %j", (language, before, after) => {
    expect(changesFacts(before, after, language)).toBe(true);
  });

  test.each([
    ["fr", text("Le pont rouvre"), text("DIRECT. Le pont rouvre")],
    ["fr", text("L'accord est signé"), text("L’accord est signé")],
    ["fr", text("Séisme", "Trois morts à Kobe."), text("Séisme", "À Kobe, 3 morts.")],
    ["en", text("The bridge opens"), text("Watch: The bridge opens")],
    ["en", text("Minister's plan passes"), text("Minister’s plan passes")],
    ["en", text("Quake", "It hit Kobe."), text("Quake", "It hit Kobe at noon.")],
  ] as const)("finds another wording alone in %s: %j, then %j", (language, before, after) => {
    expect(changesFacts(before, after, language)).toBe(false);
  });
});
