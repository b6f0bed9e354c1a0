import { describe, expect, test } from "vitest";
import type { Story } from "../news.ts";
import { article, storyOf } from "../testing/index.ts";
import { extractiveScript } from "./extractive-summary.ts";
import { storyInFull } from "./story-in-full.ts";
import { maxQuotedLength } from "./usable-sentences.ts";

const inFull = (story: Story) => storyInFull(story, extractiveScript(story));

const bridge = storyOf(
  "fr",
  article(
    "La Une",
    "Le pont de Valserre rouvre après trois ans de travaux",
    "Les travaux ont coûté 12 millions d’euros. Les piles ont été refaites en béton armé par deux entreprises de l’Ain et de la Savoie.",
  ),
  article(
    "La Deux",
    "Valserre : le pont rouvert à la circulation",
    "Les travaux ont coûté 12 millions d'euros. Quelque 8 000 véhicules l’empruntaient hier chaque jour avant sa fermeture.",
  ),
  article("La Trois", "Le pont de Valserre est rouvert", "Le pont de Valserre est rouvert."),
);

test("gives each outlet its link, and the sentences that no outlet before it has", () => {
  const { headline, passages, method } = inFull(bridge);
  expect(headline).toBe("Le pont de Valserre rouvre après trois ans de travaux");
  expect(method).toBe("extractive");
  expect(passages).toEqual([
    {
      outlet: "La Une",
      url: "https://la-une.example/a",
      text: "Les travaux ont coûté 12 millions d’euros. Les piles ont été refaites en béton armé par deux entreprises de l’Ain et de la Savoie.",
    },
    {
      outlet: "La Deux",
      url: "https://la-deux.example/a",
      text: "Quelque 8\u202F000 véhicules l’empruntaient samedi chaque jour avant sa fermeture.",
    },
    { outlet: "La Trois", url: "https://la-trois.example/a", text: "" },
  ]);
});

test("has no passage of an outlet that gives an older toll", () => {
  const quake = storyOf(
    "fr",
    article("La Une", "Séisme : 400 morts", "Le séisme a fait 400 morts, selon le gouvernement."),
    article("La Deux", "Séisme : 3 morts", "Trois corps sont à la morgue de Kobe, dit un médecin."),
  );
  const { headline, passages, spoken } = inFull(quake);
  expect(headline).toContain("400 morts");
  expect(passages).toMatchObject([{ outlet: "La Une" }, { outlet: "La Deux", text: "" }]);
  expect(spoken).not.toContain("La Deux");
});

test("speaks the script, then the other passages with the credit of their outlet", () => {
  const { spoken } = inFull(bridge);
  const script = extractiveScript(bridge);
  expect(spoken.startsWith(`${script.spoken} `)).toBe(true);
  expect(spoken.slice(script.spoken.length)).toContain("La Deux");
  const alone = storyOf("fr", ...bridge.sources.slice(0, 1));
  expect(inFull(alone).spoken).toBe(extractiveScript(alone).spoken);
});

test("begins with the text of a model, without its headline, and continues with the other outlets", () => {
  const script = {
    ...extractiveScript(bridge),
    headline: "Valserre retrouve son pont",
    spoken: "Valserre retrouve son pont. Selon La Une, le chantier a coûté 12 millions d’euros.",
    method: "model" as const,
  };
  const { passages, headline } = storyInFull(bridge, script);
  expect(headline).toBe("Valserre retrouve son pont");
  expect(passages[0]?.text).toBe("Selon La Une, le chantier a coûté 12 millions d’euros.");
  expect(passages[1]?.text).toContain("véhicules");
});

describe("truth and law", () => {
  test("no accusation stands without the denial of its article", () => {
    const charged = (outlet: string, accusation: string) =>
      article(
        outlet,
        "Former minister charged with fraud in Leeds",
        `${accusation} He denies all charges.`,
      );
    const { passages } = inFull(
      storyOf(
        "en",
        charged(
          "The Paper",
          "Paul Ferrand is accused of taking £40,000 from a hospital fund between 2019 and 2024.",
        ),
        charged("The Post", "Police suspect that two yachts were bought with public money."),
      ),
    );
    expect(passages.map(({ text }) => text)).toEqual([
      expect.stringMatching(/£40,000.* He denies all charges\.$/u),
      expect.stringMatching(/two yachts.* He denies all charges\.$/u),
    ]);
  });

  test("each passage is an excerpt, and at most six outlets have one", () => {
    const words = ["alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel"];
    const long = words.map((word, index) =>
      article(
        `Paper ${word}`,
        "Storm hits the northern coast",
        Array.from(
          { length: 9 },
          (_, line) =>
            `Town ${word}${line} lost ${index}${line} boats near ${word} harbour ${line}.`,
        ).join(" "),
      ),
    );
    const { passages } = inFull(storyOf("en", ...long));
    expect(passages).toHaveLength(6);
    for (const { text } of passages) expect(text.length).toBeLessThanOrEqual(maxQuotedLength + 20);
  });
});
