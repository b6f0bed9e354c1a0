import { describe, expect, test } from "vitest";
import { StoryIndex } from "../clustering/index.ts";
import { isExpected } from "./expected-event.ts";
import { independentReports, type Report } from "./independent-reports.ts";
import { judgeEvent, sameEventAs, type EventStory } from "./judge-event.ts";
import { spreadOf } from "./spread.ts";
import { alertThreshold, topOfMonth } from "./threshold.ts";

const start = Date.parse("2026-03-02T08:00:00Z");
const minutes = (count: number) => new Date(start + count * 60_000);
const texts = [
  [
    "Incendie à la raffinerie de Kerlouan : deux blessés graves",
    "Un feu s’est déclaré lundi matin dans la raffinerie de Kerlouan. Deux ouvriers sont gravement brûlés.",
  ],
  [
    "Finistère : la raffinerie de Kerlouan en feu, le plan d’urgence déclenché",
    "Les flammes ont gagné trois cuves de Kerlouan. La préfecture demande aux habitants de rester chez eux.",
  ],
  [
    "Kerlouan : « on a entendu une énorme explosion » à la raffinerie",
    "Des riverains racontent le début du feu de la raffinerie de Kerlouan, peu avant neuf heures.",
  ],
  [
    "Raffinerie en feu à Kerlouan, les écoles de trois communes confinées",
    "Un panache noir est visible à vingt kilomètres de Kerlouan, où brûle la raffinerie.",
  ],
  [
    "Ce que l’on sait du feu à la raffinerie de Kerlouan, dans le Finistère",
    "L’exploitant de la raffinerie de Kerlouan annonce une enquête interne. Le trafic des trains est coupé.",
  ],
] as const;

const report = (position: number, at: number, more: Partial<Report> = {}): Report => ({
  language: "fr",
  title: texts[position]?.[0] ?? "",
  summary: texts[position]?.[1] ?? "",
  url: "",
  feedId: `feed-${position}`,
  owner: `owner ${position}`,
  publishedAt: minutes(at),
  ...more,
});
const fire = (...at: number[]) => at.map((minute, position) => report(position, minute));
const story = (reports: Report[], id = "fire"): EventStory => ({
  id,
  category: "politics",
  reports,
});
function indexOf(...stories: EventStory[]): StoryIndex {
  const index = new StoryIndex();
  for (const { id, reports } of stories) for (const each of reports) index.add(id, each);
  return index;
}
const day = (change: Partial<Parameters<typeof judgeEvent>[1]> = {}) => ({
  index: new StoryIndex(),
  threshold: 7,
  alerted: [],
  now: minutes(10),
  ...change,
});

describe("independentReports", () => {
  test("keeps one report of each owner, the earliest first", () => {
    const feeds = [9, 3, 6].map((at) => report(at, at, { ...report(0, at), owner: "one owner" }));
    expect(
      independentReports([...feeds, report(1, 5)]).map(({ publishedAt }) => publishedAt),
    ).toEqual([minutes(3), minutes(5)]);
  });

  test("counts copies of one agency's text once, also when they are reworded", () => {
    const copies = [
      "Deux ouvriers ont été gravement brûlés lundi matin dans l’incendie de la raffinerie de Kerlouan, a indiqué la préfecture.",
      "L’incendie de la raffinerie de Kerlouan a gravement brûlé deux ouvriers lundi matin, selon la préfecture.",
    ].map((summary, position) =>
      report(0, position, { title: "Kerlouan : deux ouvriers brûlés", summary, owner: summary }),
    );
    expect(independentReports([...copies, ...fire(5, 6).slice(1)])).toHaveLength(2);
  });

  test("counts texts that name the same agency once", () => {
    const [one, two, three, four] = fire(0, 1, 2, 3);
    const reports = [
      { ...one!, summary: `${one!.summary} (AFP)` },
      { ...two!, summary: `${two!.summary} (avec AFP)` },
      { ...three!, summary: `${three!.summary} (Reuters)` },
      { ...four!, summary: `${four!.summary} Le bilan est de deux blessés selon l’AFP.` },
    ];
    expect(independentReports(reports).map(({ owner }) => owner)).toEqual(["owner 0", "owner 2"]);
  });

  test("keeps texts of several outlets on one event", () => {
    expect(independentReports(fire(0, 1, 2, 3, 4))).toHaveLength(5);
  });
});

describe("spreadOf", () => {
  test("needs four outlets within half an hour", () => {
    expect(spreadOf(fire(0, 10, 20))).toBeNull();
    expect(spreadOf(fire(0, 10, 20, 31))).toBeNull();
    expect(spreadOf(fire(0, 10, 20, 30))).toMatchObject({ weight: 4, firstWeight: 4 });
  });

  test("is heavier the faster and the wider a story spreads", () => {
    expect(spreadOf(fire(0, 0, 0, 0))?.weight).toBe(8);
    expect(spreadOf(fire(0, 5, 10, 15))?.weight).toBe(6);
    expect(spreadOf(fire(0, 5, 10, 15, 15))).toMatchObject({ weight: 7.5, firstWeight: 6 });
  });

  test("finds the fastest half hour of a story that one outlet had before", () => {
    const spread = spreadOf(fire(-300, 0, 3, 6, 9));
    expect(spread?.reports.map(({ publishedAt }) => publishedAt)).toEqual(
      [0, 3, 6, 9].map(minutes),
    );
  });
});

describe("alertThreshold", () => {
  const heavy = Array.from({ length: topOfMonth }, () => 7.8);
  const month = new Date(start - 30 * 86_400_000);

  test("is an explicit minimum on a young installation", () => {
    expect(alertThreshold([], null, minutes(0))).toBe(7);
    expect(alertThreshold(heavy, new Date(start - 13 * 86_400_000), minutes(0))).toBe(7);
  });

  test("is the weight of the last story of the month's top, and at least the minimum", () => {
    expect(alertThreshold(heavy, month, minutes(0))).toBe(7.8);
    expect(alertThreshold(heavy.slice(1), month, minutes(0))).toBe(7);
    expect(
      alertThreshold(
        heavy.map(() => 5),
        month,
        minutes(0),
      ),
    ).toBe(7);
  });
});

describe("isExpected", () => {
  const withEarlier = (title: string, at: number, summary = "") => {
    const index = new StoryIndex();
    index.add("earlier", report(9, at, { title, summary, owner: "earlier" }));
    for (const each of fire(0, 1, 2, 3)) index.add("fire", each);
    return index;
  };

  test("finds an earlier article that announced the event", () => {
    const announced = withEarlier("La raffinerie de Kerlouan doit fermer lundi", -180);
    expect(isExpected(fire(0, 1, 2, 3), announced, false)).toBe(true);
  });

  test("finds an earlier report of the event", () => {
    const reported = withEarlier("Incendie à la raffinerie de Kerlouan, deux blessés", -180);
    expect(isExpected(fire(0, 1, 2, 3), reported, false)).toBe(true);
  });

  test("ignores articles of the last two hours, and other articles on the place", () => {
    const fresh = withEarlier("Incendie à la raffinerie de Kerlouan, deux blessés", -100);
    expect(isExpected(fire(0, 1, 2, 3), fresh, false)).toBe(false);
    const affair = withEarlier("Kerlouan : la raffinerie reçoit 40 millions d’euros d’aide", -180);
    expect(isExpected(fire(0, 1, 2, 3), affair, false)).toBe(false);
  });

  test.each([
    ["Lens domine Lille 2-0 dans le derby", true, true],
    ["Handball : les Bleues sacrées championnes d’Europe", true, true],
    ["Mort du gardien Ivan Pericic dans un accident", true, false],
    ["Le ministre gagne son pari", false, false],
    ["Le CAC 40 clôture en baisse", false, true],
  ])("%s, in sport: %s, is routine: %s", (title, isSport, expected) => {
    const reports = fire(0, 1, 2, 3).map((each) => ({ ...each, title, summary: "" }));
    expect(isExpected(reports, new StoryIndex(), isSport)).toBe(expected);
  });
});

describe("judgeEvent", () => {
  test("waits for the fourth independent outlet", () => {
    expect(judgeEvent([story(fire(0, 2, 4))], day())).toBeNull();
    expect(judgeEvent([story(fire(0, 2, 4, 6))], day())?.verdict).toBe("breaking");
  });

  test("judges no event as breaking that spreads slowly, is old or has an alert", () => {
    expect(judgeEvent([story(fire(0, 9, 18, 27))], day({ now: minutes(28) }))?.verdict).toBe(
      "slow",
    );
    expect(judgeEvent([story(fire(0, 2, 4, 6))], day({ now: minutes(40) }))?.verdict).toBe("late");
    const alerted = story(fire(0, 1, 2, 3), "alerted");
    const reworded = story(
      fire(4, 5, 6, 7, 8).map((each) => ({ ...each, owner: `${each.owner} b` })),
      "b",
    );
    const index = indexOf(alerted, reworded);
    expect(judgeEvent([reworded], day({ index, alerted: ["alerted"] }))?.verdict).toBe("repeated");
  });

  test("joins stories that clustering kept apart", () => {
    const [one, two, three, four] = fire(0, 2, 4, 6);
    const halves = [story([one!, three!], "a"), story([two!, four!], "b")];
    const far = story([report(9, 1, { title: "Nantes gagne au bout de la nuit" })], "far");
    const event = sameEventAs(halves[0]!, [...halves, far], indexOf(...halves, far));
    expect(event.map(({ id }) => id)).toEqual(["a", "b"]);
    expect(judgeEvent(event, day())?.verdict).toBe("breaking");
  });
});
