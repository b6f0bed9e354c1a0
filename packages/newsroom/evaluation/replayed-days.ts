import { readFileSync } from "node:fs";
import type { CategorySlug, Language } from "@matinale/contracts";
import {
  activeMs,
  alertThreshold,
  judgeEvent,
  sameEventAs,
  topOfMonth,
  type EventStory,
  type Report,
  type Verdict,
} from "../src/breaking/index.ts";
import { StoryIndex } from "../src/clustering/index.ts";
import { articleOf, labelledEvents } from "./labelled.ts";

/** An event of the labelled data on one day: its articles come these minutes after `at`, "HH:MM". */
type PlacedEvent = {
  event: string;
  at: string;
  minutes: number[];
  category?: CategorySlug;
  /** Whether a reader wants an alert about it. */
  breaking?: boolean;
};

/** An article of its own: an announcement, a copy of an agency's text, a feed of another feed's owner. */
type PlacedArticle = {
  at: string;
  /** −1: the evening before. */
  day?: number;
  outlet: string;
  owner?: string;
  language: Language;
  category?: CategorySlug;
  title: string;
  summary: string;
};

type Day = { day: string; events: PlacedEvent[]; articles: PlacedArticle[] };

const days = JSON.parse(readFileSync(new URL("days.json", import.meta.url), "utf8")) as Day[];
const minuteMs = 60_000;
const timeOf = (day: string, at: string) => Date.parse(`${day}T${at}:00Z`);

type Published = { report: Report; category: CategorySlug; event: string | null };

const published = (
  article: { language: Language; title: string; summary?: string | undefined },
  at: number,
  owner: string,
  rest: Pick<Published, "category" | "event">,
): Published => ({
  report: {
    ...articleOf({ ...article, summary: article.summary ?? "", hours: 0 }),
    feedId: owner,
    owner,
    publishedAt: new Date(at),
  },
  ...rest,
});

function eventArticles(day: string, placed: PlacedEvent): Published[] {
  const { event, at, minutes, category = "politics" } = placed;
  const labelled = labelledEvents.find((each) => each.event === event);
  if (labelled === undefined) throw new RangeError(`no labelled event is named ${event}`);
  const articles = labelled.articles.toSorted((one, other) => one.hours - other.hours);
  return minutes.slice(0, articles.length).flatMap((minute, position) => {
    const article = articles[position];
    const time = timeOf(day, at) + minute * minuteMs;
    // each article of an event comes from another outlet
    return article === undefined
      ? []
      : published(article, time, `outlet ${position}`, { category, event });
  });
}

const articlesOf = ({ day, events, articles }: Day): Published[] => [
  ...events.flatMap((event) => eventArticles(day, event)),
  ...articles.map((article) =>
    published(
      article,
      timeOf(day, article.at) + (article.day ?? 0) * 24 * 60 * minuteMs,
      article.owner ?? article.outlet,
      { category: article.category ?? "politics", event: null },
    ),
  ),
];

export type Alert = { at: Date; title: string; event: string | null; right: boolean };
export type Replay = {
  days: number;
  articles: number;
  alerts: Alert[];
  missed: string[];
  /** The last verdict on every story that four outlets reported within half an hour. */
  verdicts: Verdict[];
};

/** Replays the written days article by article, as clustering reads them, and judges each story after each article. */
export function replayDays(): Replay {
  const all = days
    .flatMap(articlesOf)
    .toSorted(
      (one, other) => one.report.publishedAt.getTime() - other.report.publishedAt.getTime(),
    );
  const breaking = days.flatMap(({ events }) =>
    events.flatMap((each) => (each.breaking === true ? each.event : [])),
  );
  const index = new StoryIndex();
  const stories = new Map<string, EventStory>();
  const firstWeights = new Map<string, number>();
  const verdicts = new Map<string, Verdict>();
  const alerted: string[] = [];
  const alerts: Alert[] = [];
  let since: Date | null = null;
  for (const [position, article] of all.entries()) {
    const { report, category } = article;
    const id = index.match(report) ?? `story ${position}`;
    index.add(id, report);
    const known = stories.get(id);
    const story = {
      id,
      category: known?.category ?? category,
      reports: [...(known?.reports ?? []), report],
    };
    stories.set(id, story);
    const now = report.publishedAt;
    const active = [...stories.values()].filter(({ reports }) =>
      reports.some(({ publishedAt }) => now.getTime() - publishedAt.getTime() <= activeMs),
    );
    const event = sameEventAs(story, active, index);
    const heaviest = [...firstWeights.values()].toSorted((one, other) => other - one);
    const threshold = alertThreshold(heaviest.slice(0, topOfMonth), since, now);
    const judged = judgeEvent(event, { index, threshold, alerted, now });
    if (judged === null || verdicts.get(id) === "breaking") continue;
    verdicts.set(id, judged.verdict);
    if (judged.verdict !== "expected") firstWeights.set(id, judged.spread.firstWeight);
    since ??= now;
    if (judged.verdict !== "breaking") continue;
    alerted.push(...event.map((each) => each.id));
    const isFirst = !alerts.some((alert) => alert.event === article.event);
    const right = isFirst && article.event !== null && breaking.includes(article.event);
    alerts.push({
      at: now,
      title: judged.spread.reports[0]?.title ?? "",
      event: article.event,
      right,
    });
  }
  return {
    days: days.length,
    articles: all.length,
    alerts,
    missed: breaking.filter((event) => !alerts.some((alert) => alert.event === event)),
    verdicts: [...verdicts.values()],
  };
}

export const falseAlertsAWeek = ({ alerts, days: count }: Replay): number =>
  (alerts.filter(({ right }) => !right).length * 7) / count;
