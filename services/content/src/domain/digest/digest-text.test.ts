import type { Language } from "@matinale/contracts";
import type { ScriptMethod } from "@matinale/newsroom/summary";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Digest, DigestStory } from "./digest-plan.ts";
import { digestTexts, maxMessageLength, moreTexts } from "./digest-text.ts";

const digestStory = (
  headline: string,
  line = "",
  url = "https://news.example/a_b*c",
  language: Language = "fr",
  method: ScriptMethod = "model",
): DigestStory => ({
  story: {
    id: headline,
    language,
    category: "politics",
    countries: ["fr"],
    sources: [
      {
        itemId: "1",
        outlet: "Le Monde",
        url,
        title: headline,
        summary: line,
        publishedAt: new Date(0),
      },
      {
        itemId: "2",
        outlet: "RFI",
        url: "https://rfi.example/b",
        title: headline,
        summary: line,
        publishedAt: new Date(0),
      },
    ],
    firstSeenAt: new Date(0),
  },
  script: { storyId: headline, language, headline, line, spoken: headline, method },
});
const digest = (language: Language, ...stories: DigestStory[]): Digest => ({
  language,
  voice: "male",
  partOfDay: "morning",
  chapters: [
    { category: "politics", stories },
    { category: "culture", stories: [] },
  ],
});

test("writes heading, categories, stories with outlets and link, and a footer, in French", () => {
  const [text] = digestTexts(
    digest("fr", digestStory("Le budget est adopté", "Par 178 voix contre 160.")),
    {
      missing: "",
      partial: false,
      format: "whatsapp",
    },
  );
  expect(text).toBe(
    [
      "*Matinale · Votre édition du matin*",
      "*POLITIQUE*\n*Le budget est adopté*\nPar 178 voix contre 160.\nLe Monde et RFI · https://news.example/a_b*c",
      "*CULTURE*\nRien de nouveau pour cette édition.",
      "Textes résumés par une IA à partir des sources citées\u202F; voix de synthèse.",
    ].join("\n\n"),
  );
});

test("says in English that the voice is missing", () => {
  const texts = digestTexts(digest("en", digestStory("Budget passed")), {
    missing: "speech_failed",
    partial: false,
    format: "whatsapp",
  });
  expect(texts[0]).toMatch(/^\*Matinale · Your morning edition\*\n\n\*POLITICS\*/u);
  expect(texts[0]).toContain("*CULTURE*\nNothing new for this edition.");
  expect(texts[0]).toMatch(/by an AI from the sources named\. The voice note could not be made/u);
  expect(texts[0]).not.toContain("synthetic voice");
});

test("escapes formatting and links in headlines", () => {
  const [text = ""] = digestTexts(
    digest("fr", digestStory("- *Gagnez* _tout_ ~ici~ `x` sur pay-me.example")),
    {
      missing: "",
      partial: false,
      format: "whatsapp",
    },
  );
  const line = text.split("\n").find((each) => each.includes("Gagnez"));
  expect(line).toBe("*∗Gagnez∗ ＿tout＿ ∼ici∼ ’x’ sur pay-me․example*");
});

test("writes plain text for a page", () => {
  const [text] = digestTexts(digest("fr", digestStory("Le budget")), {
    missing: "",
    partial: false,
    format: "plain",
  });
  expect(text).toMatch(/^Matinale · Votre édition du matin\n\nPOLITIQUE\nLe budget\n/u);
});

test("splits long digests into messages within the limit, without cutting a story", () => {
  const words = fc.string({
    unit: fc.constantFrom("a", "é", " ", "*", "’"),
    minLength: 1,
    maxLength: 160,
  });
  fc.assert(
    fc.property(fc.array(fc.tuple(words, words), { minLength: 1, maxLength: 40 }), (given) => {
      const stories = given.map(([headline, line], index) =>
        digestStory(`${index} ${headline}`, line, `https://n.example/${index}`),
      );
      const texts = digestTexts(digest("fr", ...stories), {
        missing: "",
        partial: false,
        format: "whatsapp",
      });
      for (const text of texts) expect(text.length).toBeLessThanOrEqual(maxMessageLength);
      for (const [index] of stories.entries()) {
        const link = `Le Monde et RFI · https://n.example/${index}\n`;
        expect(texts.filter((text) => `${text}\n`.includes(link))).toHaveLength(1);
      }
    }),
  );
});

test("keeps the footer in one message with a story at any length", () => {
  const full = Array.from({ length: 12 }, () => digestStory("Titre", "a".repeat(250)));
  for (let length = 0; length <= 400; length += 20) {
    const stories = [...full, digestStory("Titre", "a".repeat(length))];
    const texts = digestTexts(
      { ...digest("fr"), chapters: [{ category: "politics", stories }] },
      { missing: "", partial: false, format: "whatsapp" },
    );
    expect(texts.at(-1)).toMatch(/https:[^]+voix de synthèse/u);
  }
});

test.each([
  [["model", "model"], "Textes résumés par une IA à partir des sources citées"],
  [
    ["model", "extractive"],
    "Textes résumés automatiquement, en partie par une IA, à partir des sources citées",
  ],
  [["extractive"], "Textes résumés automatiquement à partir des sources citées"],
] as const)("names the author of texts written by %s", (methods, closing) => {
  const stories = methods.map((method, index) =>
    digestStory(`Titre ${index}`, "", undefined, "fr", method),
  );
  const [text = ""] = digestTexts(digest("fr", ...stories), {
    missing: "",
    partial: false,
    format: "whatsapp",
  });
  expect(text.split("\n").at(-1)).toBe(`${closing}\u202F; voix de synthèse.`);
});

test("puts five more stories into a message, with their outlets", () => {
  const stories = Array.from({ length: 7 }, (_, index) => digestStory(`Titre ${index}`).story);
  const texts = moreTexts(stories, "fr");
  expect(texts.map((text) => text.split("\n\n").length)).toEqual([6, 3]);
  expect(texts[0]).toContain("*Titre 0*\nLe Monde et RFI · https://news.example/a_b*c");
  expect(moreTexts([], "fr")).toEqual([]);
});

test("says so when the voice note has fewer stories than the text", () => {
  const given = { missing: "", partial: true, format: "plain" } as const;
  const [french = ""] = digestTexts(digest("fr", digestStory("Le budget")), given);
  expect(french).toMatch(/La note vocale ne dit pas tout\u00A0: .*\.$/u);
  const [english = ""] = digestTexts(digest("en", digestStory("Budget passed")), given);
  expect(english).toMatch(/The voice note is not complete: .*\.$/u);
});

test("links to the source article and lists its outlet first", () => {
  const both = digestStory("Le budget est adopté");
  const second = { ...both, script: { ...both.script, itemId: "2" } };
  const text = digestTexts(digest("fr", second), { missing: "", partial: false, format: "plain" });
  expect(text.join()).toContain("RFI et Le Monde · https://rfi.example/b");
});

test("puts the article's link under a headline without a summary", () => {
  const { story } = digestStory("Le budget est adopté", "Par 178 voix contre 160, dit le Sénat.");
  const [short, full] = story.sources;
  const sources = [
    { ...short!, title: "Le Sénat vote", summary: "" },
    { ...full!, title: "Le budget adopté" },
  ];
  const [text] = moreTexts([{ ...story, sources }], "fr");
  expect(text).toContain("Le budget adopté");
  expect(text).toContain("RFI et Le Monde · https://rfi.example/b");
});
