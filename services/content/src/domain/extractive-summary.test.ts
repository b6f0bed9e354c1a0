import { expect, test } from "vitest";
import { expectedSeconds, extractiveScript, outletNames } from "./extractive-summary.ts";
import type { Source, Story } from "./news.ts";
import { speakingSeconds } from "./speaking-time.ts";

const publishedAt = new Date("2026-11-21T06:00:00Z");
const source = (outlet: string, title: string, summary: string): Source => ({
  itemId: `${outlet}-${title}`,
  outlet,
  url: `https://${outlet}.example/a`,
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

test("French: headline as a sentence, then whole sentences introduced by the outlet", () => {
  const script = extractiveScript(
    story(
      "fr",
      source(
        "Le Monde",
        "Le Sénat adopte le budget",
        "Les sénateurs ont voté le texte par 178 voix contre 160. L'Assemblée l'examinera en décembre. Lire la suite sur le site",
      ),
    ),
  );
  expect(script.spoken).toBe(
    "Le Sénat adopte le budget. Selon Le Monde, les sénateurs ont voté le texte par 178 voix contre 160. L’Assemblée l’examinera en décembre.",
  );
  expect(script.headline).toBe("Le Sénat adopte le budget");
  expect(script.line).toBe("Les sénateurs ont voté le texte par 178 voix contre 160.");
});

test("English: names keep their capital inside the sentence", () => {
  const script = extractiveScript(
    story(
      "en",
      source(
        "BBC",
        "Cup tie goes to replay",
        "Arsenal drew 1-1 with Leeds in the rain on Tuesday night.",
      ),
    ),
  );
  expect(script.spoken).toBe(
    "Cup tie goes to replay. According to BBC, Arsenal drew 1-1 with Leeds in the rain on Tuesday night.",
  );
});

test("several outlets are all named, up to three", () => {
  const three = ["Le Monde", "RFI", "Franceinfo", "Le Figaro"].map((outlet) =>
    source(outlet, "T", ""),
  );
  expect(outletNames(three.slice(0, 2), "fr")).toBe("Le Monde et RFI");
  expect(outletNames(three, "en")).toBe("Le Monde, RFI and Franceinfo");
});

test("a sentence that only repeats the headline is left out, a cut one too", () => {
  const script = extractiveScript(
    story(
      "fr",
      source(
        "RFI",
        "Le pont de Valserre rouvre",
        "Le pont de Valserre rouvre. Les travaux ont duré trois ans et coûté 12 millions d'euros. Les habitants attendaient ce moment depuis…",
      ),
    ),
  );
  expect(script.spoken).toBe(
    "Le pont de Valserre rouvre. Selon RFI, les travaux ont duré trois ans et coûté 12 millions d’euros.",
  );
});

test("without a usable summary the headline is told with its outlet", () => {
  const script = extractiveScript(story("fr", source("RFI", "Le pont rouvre", "")));
  expect(script.spoken).toBe("Selon RFI\u00A0: Le pont rouvre.");
  expect(script.line).toBe("");
});

test("an outlet's name at the end of its title is not read out", () => {
  const script = extractiveScript(
    story("en", source("BBC", "Rail strike called off - BBC News", "")),
  );
  expect(script.headline).toBe("Rail strike called off");
});

test("the length expected beforehand is not less than what is then said, by much", () => {
  const told = story(
    "fr",
    source(
      "Le Monde",
      "Le Sénat adopte le budget",
      "Les sénateurs ont voté le texte par 178 voix. ".repeat(20),
    ),
  );
  const real = speakingSeconds(extractiveScript(told).spoken.length, "fr");
  expect(expectedSeconds(told)).toBeGreaterThan(real * 0.8);
});

test("a first word that is no name loses its capital inside the sentence", () => {
  const told = (summary: string) =>
    extractiveScript(story("fr", source("Le Relais", "Un logiciel pour les examens", summary)))
      .spoken;
  expect(told("Vingt-six universités adoptent le même système libre dès la rentrée.")).toContain(
    ", vingt-six universités",
  );
  expect(told("Port-Clair adopte le même système libre dès la rentrée prochaine.")).toContain(
    ", Port-Clair adopte",
  );
});
