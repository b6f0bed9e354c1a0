import { beforeAll, describe, expect, test } from "vitest";
import {
  acrossLanguages,
  clustered,
  clusteringQuality,
  isJoined,
  qualityOf,
} from "../../evaluation/clustering-quality.ts";
import {
  articleOf,
  articlePairs,
  headlines,
  labelledArticles,
  summarised,
  type ArticlePair,
  type Split,
  type LabelledArticle,
} from "../../evaluation/labelled.ts";
import { StoryIndex } from "./clustering.ts";

const splits: readonly Split[] = ["tuning", "held-out"];

test("the labelled data has at least 120 articles of 45 events, in both languages", () => {
  expect(labelledArticles.length).toBeGreaterThanOrEqual(120);
  expect(new Set(labelledArticles.map(({ event }) => event)).size).toBeGreaterThanOrEqual(45);
  const inFrench = labelledArticles.filter(({ language }) => language === "fr").length;
  expect(Math.min(inFrench, labelledArticles.length - inFrench)).toBeGreaterThan(45);
});

test.each<[string, readonly Split[]]>([
  ["the split that the thresholds were tuned on", ["tuning"]],
  ["the held-out split", ["held-out"]],
  ["both splits in one index", splits],
])("precision is at least 95 % and recall at least 85 %: %s", (_name, tested) => {
  const { precision, recall } = clusteringQuality(
    labelledArticles.filter(({ split }) => tested.includes(split)),
  );
  expect(precision).toBeGreaterThanOrEqual(0.95);
  expect(recall).toBeGreaterThanOrEqual(0.85);
});

test("precision is at least 95 % and recall at least 85 % across languages", () => {
  const { precision, recall } = clusteringQuality(labelledArticles, acrossLanguages);
  expect(precision).toBeGreaterThanOrEqual(0.95);
  expect(recall).toBeGreaterThanOrEqual(0.85);
});

test("the labelled data has at least 1,500 articles of 150 events that several outlets report", () => {
  expect(headlines.length + 2 * articlePairs.length).toBeGreaterThanOrEqual(1_500);
  const events = [...Map.groupBy(headlines, ({ event }) => event).values()];
  expect(events.filter((articles) => articles.length > 1).length).toBeGreaterThanOrEqual(150);
});

// the held-out events have shorter summaries, in which outlets share less
describe.each<[Split, number]>([
  ["tuning", 0.85],
  ["held-out", 0.7],
])("many outlets, %s split", (split, recallWithSummaries) => {
  const of = (labelled: readonly LabelledArticle[]) =>
    clustered(labelled.filter((each) => each.split === split));
  let withHeadlines: ReturnType<typeof clustered>;
  let withSummaries: ReturnType<typeof clustered>;
  beforeAll(() => {
    [withHeadlines, withSummaries] = [of(headlines), of(summarised)];
  });

  test("headlines alone: precision 99 %, recall 24 %, at most 1 % mixed stories", () => {
    const { precision, recall, mixed } = qualityOf(withHeadlines);
    expect(precision).toBeGreaterThanOrEqual(0.99);
    expect(recall).toBeGreaterThanOrEqual(0.24);
    expect(mixed).toBeLessThanOrEqual(0.01);
  });

  test("with summaries: precision 97 %", () => {
    const { precision, recall } = qualityOf(withSummaries);
    expect(precision).toBeGreaterThanOrEqual(0.97);
    expect(recall).toBeGreaterThanOrEqual(recallWithSummaries);
  });

  test("French with English: precision 90 %", () => {
    for (const stories of [withHeadlines, withSummaries])
      expect(qualityOf(stories, acrossLanguages).precision).toBeGreaterThanOrEqual(0.9);
  });
});

test("does not join an article to a story of two days ago, even with equal words", () => {
  const index = new StoryIndex();
  const [first] = labelledArticles;
  index.add("thursday", articleOf({ ...first!, hours: 0 }));
  expect(index.match(articleOf({ ...first!, hours: 12 }))).toBe("thursday");
  expect(index.match(articleOf({ ...first!, hours: 40 }))).toBeNull();
});

test("finds no story for the first article", () => {
  expect(new StoryIndex().match(articleOf(labelledArticles[0]!))).toBeNull();
});

const titles = ({ articles }: ArticlePair) => articles.map(({ title }) => title).join(" | ");

test("each split has more than 30 pairs of one event and of two, in all combinations of languages", () => {
  for (const split of splits) {
    const labelled = articlePairs.filter((each) => each.split === split);
    expect(labelled.filter(({ same }) => same).length).toBeGreaterThan(30);
    expect(labelled.filter(({ same }) => !same).length).toBeGreaterThan(30);
  }
  expect(articlePairs.filter(({ same }) => !same).length).toBeGreaterThan(80);
  const languages = (pair: ArticlePair) => pair.articles.map(({ language }) => language).join("-");
  expect(new Set(articlePairs.map(languages)).size).toBe(4);
});

describe.each([
  ["alone", []],
  ["among other articles", labelledArticles],
])("pairs of articles that read alike, %s", (_name, others) => {
  test.each(splits)("joins no two events into one story: %s split", (split) => {
    const wrong = articlePairs.filter(
      (each) => each.split === split && !each.same && isJoined(each, others),
    );
    expect(wrong.map(titles)).toEqual([]);
  });

  test.each(splits)("joins nine of ten pairs that report one event: %s split", (split) => {
    const same = articlePairs.filter((each) => each.split === split && each.same);
    const right = same.filter((each) => isJoined(each, others));
    expect(right.length / same.length).toBeGreaterThanOrEqual(0.9);
  });
});

const french = (title: string, summary: string) =>
  articleOf({ language: "fr", title, summary, hours: 0 });
const death = french(
  "Mort de l’acteur Jean Dupont à 84 ans",
  "L’acteur français Jean Dupont est mort samedi à Paris à l’âge de 84 ans, a annoncé sa famille.",
);

test("keeps an article out of a story when any of its articles contradicts it", () => {
  const index = new StoryIndex();
  index.add("dupont", death);
  index.add(
    "dupont",
    french("Un acteur français est mort", "Sa famille a annoncé sa mort à Paris."),
  );
  const other = french(
    "Un acteur français est mort samedi",
    "L’acteur Paul Martin est mort samedi à Paris, à 79 ans, a annoncé sa famille.",
  );
  expect(index.match(other)).toBeNull();
});

test("joins an article that one of two articles contradicts when it shares a measure with the closer one", () => {
  const index = new StoryIndex();
  const rate = (title: string, summary: string) => index.add("rate", french(title, summary));
  rate(
    "La Banque d’Angleterre maintient son taux à 3,75 %",
    "Quatre des neuf membres voulaient baisser le taux de 3,75 %.",
  );
  rate(
    "Taux inchangé à Londres : cinq voix contre quatre",
    "La Banque d’Angleterre laisse son taux à 3,75 %.",
  );
  const other = french(
    "La Banque d’Angleterre laisse son taux à 3,75 %",
    "Trois des neuf membres voulaient baisser le taux de 3,75 %.",
  );
  expect(index.match(other)).toBe("rate");
});

test("keeps apart two headlines that share little more than the names of people", () => {
  const index = new StoryIndex();
  const english = (title: string) => articleOf({ language: "en", title, summary: "", hours: 0 });
  // the index learns from other headlines which words are names
  index.add("tour", english("The tour of Ada Quill and Ben Marlowe sells out"));
  index.add("baby", english("Ada Quill and Ben Marlowe plan to have a large family"));
  expect(index.match(english("Ada Quill and Ben Marlowe hint at a wedding"))).toBeNull();
  expect(index.match(english("Ben Marlowe and Ada Quill 'plan a large family' soon"))).toBe("baby");
});

test("joins two long reports by their headlines when their texts share nothing", () => {
  const index = new StoryIndex();
  const english = (title: string, summary: string) =>
    articleOf({ language: "en", title, summary, hours: 0 });
  index.add(
    "quill",
    english(
      "Sir Tom Quill, playwright and Oscar winner, dies aged 88",
      "He won an Academy Award and a Golden Globe for his first film script. His agents said he passed away peacefully at home in Dorset, surrounded by family. Theatres across the West End will dim their lights for two minutes on Tuesday evening.",
    ),
  );
  const other = english(
    "Tom Quill, playwright of dazzling wit, dies aged 88",
    "Czech-born dramatist’s hits included Arcadia Lost, staged in every European capital, and three television serials about spies, refugees and mathematicians. Raised near Bombay, the former newspaper reporter never attended university.",
  );
  expect(index.match(other)).toBe("quill");
});

test("compares no headlines of two reports that share words of their texts alone", () => {
  const index = new StoryIndex();
  let reads = 0;
  index.add("dupont", {
    ...death,
    get title() {
      reads += 1;
      return death.title;
    },
  });
  reads = 0;
  const other = french("Un pont rouvre", "Le maire l’a annoncé samedi à Paris, avec sa famille.");
  expect(index.match(other)).toBeNull();
  expect(reads).toBe(0);
});

test("makes one story of an agency report under two headlines", () => {
  const index = new StoryIndex();
  index.add("dupont", death);
  const other = { ...death, title: "Cinéma : Jean Dupont est mort", feedId: "another" };
  expect(index.match(other)).toBe("dupont");
});

test("joins two articles of one feed only when they have nearly the same words", () => {
  const again = {
    ...death,
    title: "Jean Dupont, une vie de comédien au cinéma",
    summary: "L’acteur français Jean Dupont est mort à Paris. Retour sur une carrière.",
  };
  const index = new StoryIndex();
  index.add("dupont", { ...death, feedId: "une" });
  expect(index.match({ ...again, feedId: "deux" })).toBe("dupont");
  expect(index.match({ ...again, feedId: "une" })).toBeNull();
  expect(index.match({ ...death, title: `${death.title} à Paris`, feedId: "une" })).toBe("dupont");
});

describe("links", () => {
  const live = { url: "https://n.example/direct", feedId: "une" };

  test("joins two entries that are a little similar when two feeds give one link", () => {
    const again = french(
      "Cinéma : disparition de Dupont",
      "Il avait joué dans une centaine de films.",
    );
    const index = new StoryIndex();
    index.add("dupont", { ...death, ...live });
    expect(index.match(again)).toBeNull();
    expect(index.match({ ...again, url: live.url })).toBe("dupont");
  });

  test("keeps entries with one link apart when they name different people or share no word", () => {
    const index = new StoryIndex();
    index.add("dupont", { ...death, ...live });
    const martin = french(
      "Mort du chanteur Paul Martin",
      "Le chanteur français Paul Martin est mort samedi à Paris, a annoncé sa famille.",
    );
    expect(index.match({ ...martin, url: live.url })).toBeNull();
    const strike = french("Les trains roulent de nouveau", "La grève est finie.");
    expect(index.match({ ...strike, url: live.url })).toBeNull();
  });

  test("joins no entries because neither has a link", () => {
    const index = new StoryIndex();
    index.add("dupont", { ...death, url: "", feedId: "une" });
    const again = french(
      "Cinéma : disparition de Dupont",
      "Il avait joué dans une centaine de films.",
    );
    expect(index.match({ ...again, url: "", feedId: "deux" })).toBeNull();
  });

  test("ignores a link that one feed gives to several entries, in all feeds", () => {
    const again = french(
      "Cinéma : disparition de Dupont",
      "Il avait joué dans une centaine de films.",
    );
    const index = new StoryIndex();
    index.add("dupont", { ...death, ...live });
    expect(index.match({ ...again, ...live })).toBeNull();
    index.add("strike", { ...french("Les trains roulent", "La grève est finie."), ...live });
    expect(index.match({ ...again, url: live.url })).toBeNull();
  });
});
