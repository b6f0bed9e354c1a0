import { describe, expect, test } from "vitest";
import type { Source, Story } from "../news.ts";
import { extractiveScript, maxQuotedLength } from "./extractive-summary.ts";
import { fullTelling } from "./full-telling.ts";

/** A Saturday. */
const publishedAt = new Date("2026-11-21T18:00:00Z");
const source = (outlet: string, title: string, summary: string): Source => ({
  itemId: outlet,
  outlet,
  url: `https://${outlet.toLowerCase().replaceAll(" ", "-")}.example/a`,
  title,
  summary,
  publishedAt,
});
const story = (language: "fr" | "en", ...sources: Source[]): Story => ({
  id: "s",
  language,
  category: "politics",
  countries: ["fr"],
  sources,
  firstSeenAt: publishedAt,
});
const told = (of: Story) => fullTelling(of, extractiveScript(of));

const bridge = story(
  "fr",
  source(
    "La Une",
    "Le pont de Valserre rouvre après trois ans de travaux",
    "Les travaux ont coûté 12 millions d’euros. Les piles ont été refaites en béton armé par deux entreprises de l’Ain et de la Savoie.",
  ),
  source(
    "La Deux",
    "Valserre : le pont rouvert à la circulation",
    "Les travaux ont coûté 12 millions d'euros. Quelque 8 000 véhicules l’empruntaient hier chaque jour avant sa fermeture.",
  ),
  source("La Trois", "Le pont de Valserre est rouvert", "Le pont de Valserre est rouvert."),
);

test("gives each outlet the sentences that nobody has told before, and its link", () => {
  const { headline, passages, method } = told(bridge);
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
      text: "Quelque 8\u202F000 véhicules l’empruntaient vendredi chaque jour avant sa fermeture.",
    },
    { outlet: "La Trois", url: "https://la-trois.example/a", text: "" },
  ]);
});

test("speaks the script, then the other passages with the credit of their outlet", () => {
  const { spoken } = told(bridge);
  const script = extractiveScript(bridge);
  expect(spoken.startsWith(`${script.spoken} `)).toBe(true);
  expect(spoken.slice(script.spoken.length)).toContain("La Deux");
  const alone = story("fr", ...bridge.sources.slice(0, 1));
  expect(told(alone).spoken).toBe(extractiveScript(alone).spoken);
});

test("tells what a model has written, without its headline, and then the other outlets", () => {
  const script = {
    ...extractiveScript(bridge),
    headline: "Valserre retrouve son pont",
    spoken: "Valserre retrouve son pont. Selon La Une, le chantier a coûté 12 millions d’euros.",
    method: "model" as const,
  };
  const { passages, headline } = fullTelling(bridge, script);
  expect(headline).toBe("Valserre retrouve son pont");
  expect(passages[0]?.text).toBe("Selon La Une, le chantier a coûté 12 millions d’euros.");
  expect(passages[1]?.text).toContain("véhicules");
});

describe("truth and law", () => {
  test("no outlet's accusation is told without the denial of its article", () => {
    const charged = (outlet: string, accusation: string) =>
      source(
        outlet,
        "Former minister charged with fraud in Leeds",
        `${accusation} He denies all charges.`,
      );
    const { passages } = told(
      story(
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

  test("each passage is an excerpt, and at most six outlets are told", () => {
    const words = ["alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel"];
    const long = words.map((word, index) =>
      source(
        `Paper ${word}`,
        "Storm hits the northern coast",
        Array.from(
          { length: 9 },
          (_, line) =>
            `Town ${word}${line} lost ${index}${line} boats near ${word} harbour ${line}.`,
        ).join(" "),
      ),
    );
    const { passages } = told(story("en", ...long));
    expect(passages).toHaveLength(6);
    for (const { text } of passages) expect(text.length).toBeLessThanOrEqual(maxQuotedLength + 20);
  });
});
