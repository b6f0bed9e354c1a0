import type { CategorySlug, Language } from "@matinale/contracts";
import type { ScriptMethod } from "@matinale/newsroom/summary";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Digest, DigestStory } from "./digest-plan.ts";
import {
  digestTexts,
  maxMessageLength,
  moreTexts,
  storiesByNumber,
  type DigestTextOptions,
} from "./digest-text.ts";

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
        terms: "licensed",
        title: headline,
        summary: line,
        publishedAt: new Date(0),
      },
      {
        itemId: "2",
        outlet: "RFI",
        url: "https://rfi.example/b",
        terms: "licensed",
        title: headline,
        summary: line,
        publishedAt: new Date(0),
      },
    ],
    firstSeenAt: new Date(0),
  },
  script: { storyId: headline, language, itemId: "1", headline, line, spoken: headline, method },
});
const chapters = (...of: [CategorySlug, DigestStory[]][]) =>
  of.map(([category, stories]) => ({
    category,
    stories: stories.map((each) => ({ ...each, story: { ...each.story, category } })),
  }));
const digest = (language: Language, ...stories: DigestStory[]): Digest => ({
  language,
  voice: "male",
  partOfDay: "evening",
  localDate: "2026-11-22",
  chapters: chapters(["politics", stories], ["culture", []]),
});
const many = (count: number, line = "", prefix = "Titre") =>
  Array.from({ length: count }, (_, index) => digestStory(`${prefix} ${index + 1}`, line));

const allStories = (given: Digest) =>
  new Set(storiesByNumber(given).map(({ script }) => script.storyId));
/** The texts with a voice note of all stories, unless the digest or the options say something else. */
const textsOf = (given: Digest, options: Partial<DigestTextOptions> = {}) =>
  digestTexts(
    { spokenStories: allStories(given), ...given },
    {
      brand: "Matinale",
      missing: "",
      audio: [{ durationMs: 170_000 }],
      format: "whatsapp",
      linkTo: (url) => url,
      ...options,
    },
  );
const headlines = (text: string) => text.match(/^\*\d+\. .*\*$/gmu) ?? [];

test("writes date, length and count, chapters with numbered stories, every outlet with its link, and a footer", () => {
  const stories = [
    digestStory("Le budget est adopté", "Par 178 voix contre 160."),
    digestStory("Douze villes voteront plus tôt", "L’essai commence en mars."),
  ];
  const [text] = textsOf(digest("fr", ...stories), {
    linkTo: (url) => url.replace(/^.*[/]/u, "https://matinale.example/r/"),
  });
  expect(text).toBe(
    [
      "*Matinale · dimanche 22 novembre, soir*\n3 min · 2 sujets",
      [
        "POLITIQUE",
        "*1. Le budget est adopté*",
        "Par 178 voix contre 160.",
        "_Le Monde_ https://matinale.example/r/a_b*c · _RFI_ https://matinale.example/r/b",
        "*2. Douze villes voteront plus tôt*",
        "L’essai commence en mars.",
        "_Le Monde_ https://matinale.example/r/a_b*c · _RFI_ https://matinale.example/r/b",
      ].join("\n"),
      "Rien de nouveau\u00A0: Culture.",
      "Textes résumés par une IA à partir des sources citées\u202F; voix de synthèse.",
    ].join("\n\n"),
  );
});

describe("the heading", () => {
  const heading = (given: Partial<Digest>, options: Partial<DigestTextOptions> = {}) =>
    textsOf({ ...digest("fr", ...many(1)), ...given }, options)[0]?.split("\n\n")[0];

  test.each([
    ["fr", "2026-11-22", "evening", "*Matinale · dimanche 22 novembre, soir*\n3 min · 1 sujet"],
    ["en", "2026-11-22", "evening", "*Matinale · Sunday 22 November, evening*\n3 min · 1 story"],
    ["fr", "2026-12-01", "morning", "*Matinale · mardi 1er décembre, matin*\n3 min · 1 sujet"],
    [
      "fr",
      "2026-11-22",
      "afternoon",
      "*Matinale · dimanche 22 novembre, après-midi*\n3 min · 1 sujet",
    ],
  ] as const)("in %s on %s, %s", (language, localDate, partOfDay, expected) => {
    expect(heading({ language, localDate, partOfDay })).toBe(expected);
  });

  test.each([
    [[170_000, 140_000], "5 min · 1 sujet"],
    [[9_000], "1 min · 1 sujet"],
    [[], "1 sujet"],
  ])("names the length of the parts %j in whole minutes", (lengths, expected) => {
    const audio = lengths.map((durationMs) => ({ durationMs }));
    const missing = lengths.length === 0 ? "speech_failed" : "";
    expect(heading({}, { audio, missing })?.split("\n")[1]).toBe(expected);
  });
});

test("says in English that the voice is missing, and marks no story", () => {
  const missing = { missing: "speech_failed", audio: [] } as const;
  const [text = ""] = textsOf(digest("en", digestStory("Budget passed")), missing);
  expect(text).toMatch(/^\*Matinale · Sunday 22 November, evening\*\n1 story\n\nPOLITICS\n/u);
  expect(text).toContain("\n\nNothing new: Culture.\n\n");
  expect(text).toMatch(/by AI from the sources shown\. The voice note could not be made/u);
  expect(text).not.toMatch(/automated voice|＊/u);
});

test("escapes formatting and links in headlines", () => {
  const story = digestStory("- *Gagnez* _tout_ ~ici~ `x` sur pay-me.example");
  const [text = ""] = textsOf(digest("fr", story));
  const line = text.split("\n").find((each) => each.includes("Gagnez"));
  expect(line).toBe("*1. ∗Gagnez∗ ＿tout＿ ∼ici∼ ’x’ sur pay-me․example*");
});

test("writes plain text with all stories and long addresses for a page", () => {
  const texts = textsOf(digest("fr", ...many(12, "a".repeat(400))), { format: "plain" });
  expect(texts).toHaveLength(1);
  const [text = ""] = texts;
  expect(text).toMatch(/^Matinale · dimanche 22 novembre, soir\n3 min · 12 sujets\n\nPOLITIQUE\n/u);
  expect(text).toContain("\n12. Titre 12\na");
  expect(text).not.toMatch(/\*\d|_Le Monde|ENCORE/u);
  expect(text).toContain("\nLe Monde https://news.example/a_b*c · RFI https://rfi.example/b\n");
});

describe("a digest of more than eight stories", () => {
  const long = {
    ...digest("fr"),
    chapters: chapters(
      ["politics", many(7, "", "Politique")],
      ["sports", many(4, "", "Sport")],
      ["culture", many(1, "", "Culture")],
    ),
  };

  test("shows eight, the first ones of every chapter, and offers the others for ENCORE", () => {
    const texts = textsOf(long);
    expect(headlines(texts.join("\n"))).toEqual([
      "*1. Politique 1*",
      "*2. Politique 2*",
      "*3. Politique 3*",
      "*4. Politique 4*",
      "*5. Sport 1*",
      "*6. Sport 2*",
      "*7. Sport 3*",
      "*8. Culture 1*",
    ]);
    expect(texts[0]).toContain("3 min · 12 sujets");
    expect(texts.at(-1)).toContain("\n\nPour lire les 4 autres sujets, répondez ENCORE.\n\n");
  });

  test("sends the others first when more is asked for, and numbers go on", () => {
    const outside = many(2, "", "Ailleurs").map(({ story }) => story);
    const texts = moreTexts(long, outside, { brand: "Matinale", linkTo: (url) => url });
    expect(headlines(texts.join("\n"))).toEqual([
      "*9. Politique 5*",
      "*10. Politique 6*",
      "*11. Politique 7*",
      "*12. Sport 4*",
      "*13. Ailleurs 1*",
      "*14. Ailleurs 2*",
    ]);
    expect(texts).toHaveLength(2);
    const numbers = storiesByNumber(long).map(({ script }) => script.headline);
    expect(numbers).toHaveLength(12);
    expect([numbers[4], numbers[8]]).toEqual(["Sport 1", "Politique 5"]);
  });
});

test("splits long digests into messages within the limit, without cutting a story", () => {
  const words = fc.string({
    unit: fc.constantFrom("a", "é", " ", "*", "’"),
    minLength: 1,
    maxLength: 600,
  });
  fc.assert(
    fc.property(fc.array(fc.tuple(words, words), { minLength: 1, maxLength: 8 }), (given) => {
      const stories = given.map(([headline, line], index) =>
        digestStory(`${index} ${headline}`, line, `https://n.example/${index}`),
      );
      const texts = textsOf(digest("fr", ...stories));
      for (const text of texts) expect(text.length).toBeLessThanOrEqual(maxMessageLength);
      for (const [index] of stories.entries()) {
        const link = `_Le Monde_ https://n.example/${index} · `;
        expect(texts.filter((text) => text.includes(link))).toHaveLength(1);
      }
    }),
  );
});

test.each([5, 6, 7, 8])(
  "gives the last of two messages at least three of %i stories, and the footer",
  (count) => {
    const texts = textsOf(digest("fr", ...many(count, "a".repeat(Math.ceil(4_200 / count)))));
    expect(texts).toHaveLength(2);
    const [first = "", last = ""] = texts;
    expect(headlines(last).length).toBeGreaterThanOrEqual(Math.max(3, headlines(first).length));
    expect(last).toMatch(/^\*Matinale · suite de votre édition\*\n\nPOLITIQUE\n/u);
    expect(last).toMatch(/https:[^]+voix de synthèse\.$/u);
  },
);

test.each([
  [
    ["model", "model"],
    "Textes résumés par une IA à partir des sources citées\u202F; voix de synthèse.",
    "Summaries written by AI from the sources shown; automated voice.",
  ],
  [
    ["model", "extractive"],
    "Textes résumés automatiquement, en partie par une IA, à partir des sources citées\u202F; voix de synthèse.",
    "Summaries, some written by AI, and voice are automated, from the sources shown.",
  ],
  [
    ["extractive"],
    "Textes résumés automatiquement à partir des sources citées\u202F; voix de synthèse.",
    "Summaries and voice are automated, from the sources shown.",
  ],
] as const)("names the author of texts written by %s", (methods, french, english) => {
  const stories = methods.map((method, index) =>
    digestStory(`Titre ${index}`, "", undefined, "fr", method),
  );
  expect(
    textsOf(digest("fr", ...stories))[0]
      ?.split("\n")
      .at(-1),
  ).toBe(french);
  expect(
    textsOf(digest("en", ...stories))[0]
      ?.split("\n")
      .at(-1),
  ).toBe(english);
});

test("puts five more stories at most into a message", () => {
  const stories = many(7).map(({ story }) => story);
  const texts = moreTexts(digest("fr"), stories, { brand: "Matinale", linkTo: (url) => url });
  expect(texts.map((text) => headlines(text).length)).toEqual([3, 4]);
  expect(texts[0]).toContain("*1. Titre 1*\n_Le Monde_ https://news.example/a_b*c · _RFI_ https");
  expect(moreTexts(digest("fr"), [], { brand: "Matinale", linkTo: (url) => url })).toEqual([]);
});

test("puts a brief into the chapter of its category, so that the text names every category with news", () => {
  const [inFull] = chapters(["politics", [digestStory("Le budget")]]);
  const briefs = chapters(
    ["sports", [digestStory("Le derby")]],
    ["politics", [digestStory("La grève")]],
  ).flatMap(({ stories }) => stories);
  const [text = ""] = textsOf({
    ...digest("fr"),
    chapters: [inFull!, { category: "briefs", stories: briefs }],
  });
  expect(text.match(/^(?:[A-Z]{4,}|\*\d.*)$/gmu)).toEqual([
    "POLITIQUE",
    "*1. Le budget*",
    "*2. La grève*",
    "SPORT",
    "*3. Le derby*",
  ]);
});

test("marks the stories that the voice note lacks, with a sign that WhatsApp does not format", () => {
  const given = [digestStory("Le budget"), digestStory("La grève")];
  const spokenStories = new Set(["Le budget"]);
  const [french = ""] = textsOf({ ...digest("fr", ...given), spokenStories });
  expect(headlines(french)).toEqual(["*1. Le budget*", "*2. La grève ＊*"]);
  expect(french).toMatch(
    /synthèse\. Les sujets marqués d’un astérisque ne sont pas dans la note vocale\.$/u,
  );
  const [english = ""] = textsOf({ ...digest("en", ...given), spokenStories }, { format: "plain" });
  expect(english).toContain("\n2. La grève ＊\n");
  expect(english).toMatch(/ Stories marked with an asterisk are not in the voice note\.$/u);
  expect(textsOf(digest("fr", ...given))[0]).not.toMatch(/＊|astérisque/u);
});

test("lists the outlet of the source article first, and an outlet with two articles once", () => {
  const both = digestStory("Le budget est adopté");
  const [one, two] = both.story.sources;
  const again = { ...one!, itemId: "3", url: "https://news.example/again" };
  const story = { ...both.story, sources: [one!, two!, again] };
  const second = { story, script: { ...both.script, itemId: "2" } };
  expect(textsOf(digest("fr", second))[0]).toContain(
    "\n_RFI_ https://rfi.example/b · _Le Monde_ https://news.example/a_b*c\n",
  );
});

test("a story of a hundred outlets fits into a message: twenty have links, the others are counted", () => {
  const given = digestStory("Le blé recule");
  const sources = Array.from({ length: 100 }, (_, number) => ({
    ...given.story.sources[0]!,
    outlet: `Journal ${number}`,
    url: `https://news.example/${"a".repeat(80)}/${number}`,
  }));
  const [text = ""] = textsOf(digest("fr", { ...given, story: { ...given.story, sources } }));
  expect(text).toContain("Journal 19");
  expect(text).not.toContain("Journal 20");
  expect(text).toContain(" · +80\n");
  expect(text.length).toBeLessThan(maxMessageLength);
});

test("puts the article's link under a headline without a summary", () => {
  const { story } = digestStory("Le budget est adopté", "Par 178 voix contre 160, dit le Sénat.");
  const [short, full] = story.sources;
  const sources = [
    { ...short!, title: "Le Sénat vote", summary: "" },
    { ...full!, title: "Le budget adopté" },
  ];
  const [text] = moreTexts(digest("fr"), [{ ...story, sources }], {
    brand: "Matinale",
    linkTo: (url) => url,
  });
  expect(text).toContain("*1. Le budget adopté*\n_RFI_ https://rfi.example/b · _Le Monde_ https");
});

test("names the outlet of an article without an address, with no link", () => {
  const [text] = textsOf(digest("fr", digestStory("Le budget est adopté", "", "")));
  expect(text).toContain("_Le Monde_ · _RFI_ https://rfi.example/b");
});

test("the heading has the brand of the owner's file", () => {
  const [text] = textsOf(digest("en", ...many(1)), { brand: "The Dawn" });
  expect(text).toMatch(/^\*The Dawn · /u);
});
