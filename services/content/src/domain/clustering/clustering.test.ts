import { readFileSync } from "node:fs";
import type { Language } from "@matinale/contracts";
import { describe, expect, test } from "vitest";
import { StoryIndex, type Article } from "./clustering.ts";

/** Headlines and summaries written for this test; those of the same event carry its name. */
type Labelled = {
  half: "tune" | "hold";
  event: string;
  language: Language;
  hours: number;
  title: string;
  summary: string;
};
const sample = JSON.parse(
  readFileSync(new URL("../../testing/clustering-fixtures.json", import.meta.url), "utf8"),
) as Labelled[];

const at = new Date("2026-11-21T06:00:00Z");
const after = (hours: number) => new Date(at.getTime() + hours * 3_600_000);
let made = 0;
const article = ({ hours, ...rest }: Omit<Labelled, "half" | "event">): Article => {
  made += 1;
  const from = { feedId: `feed-${made}`, url: `https://n.example/${made}` };
  return { ...rest, ...from, publishedAt: after(hours) };
};

/** Every article in the order in which it was published, with the story it was put into. */
function sorted(labelled: readonly Labelled[]) {
  const index = new StoryIndex();
  return labelled
    .toSorted((one, other) => one.hours - other.hours)
    .map((each, position) => {
      const story = index.match(article(each)) ?? `${position}`;
      index.add(story, article(each));
      return { ...each, story };
    });
}

function judged(
  labelled: readonly Labelled[],
  counts = (_one: Labelled, _other: Labelled) => true,
) {
  let [together, right, wrong] = [0, 0, 0];
  const all = sorted(labelled);
  for (const [position, one] of all.entries()) {
    for (const other of all.slice(position + 1)) {
      if (!counts(one, other)) continue;
      const same = one.event === other.event;
      if (same) together += 1;
      if (one.story === other.story)
        [right, wrong] = same ? [right + 1, wrong] : [right, wrong + 1];
    }
  }
  return { precision: right / (right + wrong), recall: right / together };
}

test("the sample has 120 articles of 45 events, in both languages", () => {
  expect(sample.length).toBeGreaterThanOrEqual(120);
  expect(new Set(sample.map(({ event }) => event)).size).toBeGreaterThanOrEqual(45);
  const french = sample.filter(({ language }) => language === "fr").length;
  expect(Math.min(french, sample.length - french)).toBeGreaterThan(45);
});

test.each([
  ["the half that the thresholds were tuned on", ["tune"]],
  ["the half that they were not tuned on", ["hold"]],
  ["both halves in one index", ["tune", "hold"]],
])("what is joined belongs together and little is left apart: %s", (_name, halves) => {
  const { precision, recall } = judged(sample.filter(({ half }) => halves.includes(half)));
  expect(precision).toBeGreaterThanOrEqual(0.95);
  expect(recall).toBeGreaterThanOrEqual(0.85);
});

test("across languages too", () => {
  const { precision, recall } = judged(sample, (one, other) => one.language !== other.language);
  expect(precision).toBeGreaterThanOrEqual(0.95);
  expect(recall).toBeGreaterThanOrEqual(0.85);
});

test("separates equal words two days apart", () => {
  const index = new StoryIndex();
  const [first] = sample;
  index.add("thursday", article({ ...first!, hours: 0 }));
  expect(index.match(article({ ...first!, hours: 12 }))).toBe("thursday");
  expect(index.match(article({ ...first!, hours: 40 }))).toBeNull();
});

test("makes a story of the first article", () => {
  expect(new StoryIndex().match(article(sample[0]!))).toBeNull();
});

/** Two articles that read alike: of one event by two outlets, or of two events of a kind. */
type Pair = {
  half: "tune" | "hold";
  kind: string;
  same: boolean;
  articles: Omit<Labelled, "half" | "event">[];
};
const pairs = JSON.parse(
  readFileSync(new URL("../../testing/clustering-pairs.json", import.meta.url), "utf8"),
) as Pair[];
const title = ({ articles }: Pair) => articles.map((each) => each.title).join(" | ");

/** Whether the second article joins the story of the first, among other news. */
function joined({ articles }: Pair, others: readonly Labelled[]): boolean {
  const index = new StoryIndex();
  for (const other of others) index.add(`other ${other.event}`, article(other));
  const [first, second] = articles.toSorted((one, other) => one.hours - other.hours);
  const story = index.match(article(first!)) ?? "the first";
  index.add(story, article(first!));
  return index.match(article(second!)) === story;
}

test("at least 40 pairs of each kind are labelled, in both languages and across them", () => {
  for (const half of ["tune", "hold"]) {
    const labelled = pairs.filter((each) => each.half === half);
    expect(labelled.filter(({ same }) => same).length).toBeGreaterThan(30);
    expect(labelled.filter(({ same }) => !same).length).toBeGreaterThan(30);
  }
  expect(pairs.filter(({ same }) => !same).length).toBeGreaterThan(80);
  const languages = (pair: Pair) => pair.articles.map(({ language }) => language).join("-");
  expect(new Set(pairs.map(languages)).size).toBe(4);
});

describe.each([
  ["alone", []],
  ["among other news", sample],
])("pairs that read alike, %s", (_name, others) => {
  test.each(["tune", "hold"])("no two events become one story: half %s", (half) => {
    const wrong = pairs.filter((each) => each.half === half && !each.same && joined(each, others));
    expect(wrong.map(title)).toEqual([]);
  });

  test.each(["tune", "hold"])("nine of ten events stay one story: half %s", (half) => {
    const same = pairs.filter((each) => each.half === half && each.same);
    const right = same.filter((each) => joined(each, others));
    expect(right.length / same.length).toBeGreaterThanOrEqual(0.9);
  });
});

const articleOf = (title: string, summary: string, hours = 0) =>
  article({ language: "fr", title, summary, hours });
const death = articleOf(
  "Mort de l’acteur Jean Dupont à 84 ans",
  "L’acteur français Jean Dupont est mort samedi à Paris à l’âge de 84 ans, a annoncé sa famille.",
);

test("keeps an article out of a story when any of its articles contradicts it", () => {
  const index = new StoryIndex();
  index.add("dupont", death);
  index.add(
    "dupont",
    articleOf("Un acteur français est mort", "Sa famille a annoncé sa mort à Paris."),
  );
  const other = articleOf(
    "Un acteur français est mort samedi",
    "L’acteur Paul Martin est mort samedi à Paris, à 79 ans, a annoncé sa famille.",
  );
  expect(index.match(other)).toBeNull();
});

test("makes one story of an agency report under two headlines", () => {
  const index = new StoryIndex();
  index.add("dupont", death);
  expect(index.match({ ...death, title: "Cinéma : Jean Dupont est mort" })).toBe("dupont");
});

describe("a link", () => {
  const live = { url: "https://n.example/direct", feedId: "une" };

  test("that two feeds give to one article joins what reads a little alike", () => {
    const again = articleOf(
      "Cinéma : disparition de Dupont",
      "Il avait joué dans une centaine de films.",
    );
    const index = new StoryIndex();
    index.add("dupont", { ...death, ...live });
    expect(index.match(again)).toBeNull();
    expect(index.match({ ...again, url: live.url })).toBe("dupont");
  });

  test("joins nothing that names somebody else, or that has no word in common", () => {
    const index = new StoryIndex();
    index.add("dupont", { ...death, ...live });
    const martin = articleOf(
      "Mort du chanteur Paul Martin",
      "Le chanteur français Paul Martin est mort samedi à Paris, a annoncé sa famille.",
    );
    expect(index.match({ ...martin, url: live.url })).toBeNull();
    const strike = articleOf("Les trains roulent de nouveau", "La grève est finie.");
    expect(index.match({ ...strike, url: live.url })).toBeNull();
  });

  test("that a feed gives to several entries joins nothing, in that feed or another", () => {
    const again = articleOf(
      "Cinéma : disparition de Dupont",
      "Il avait joué dans une centaine de films.",
    );
    const index = new StoryIndex();
    index.add("dupont", { ...death, ...live });
    expect(index.match({ ...again, ...live })).toBeNull();
    index.add("strike", { ...articleOf("Les trains roulent", "La grève est finie."), ...live });
    expect(index.match({ ...again, url: live.url })).toBeNull();
  });
});
