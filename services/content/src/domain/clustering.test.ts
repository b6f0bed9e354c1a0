import { readFileSync } from "node:fs";
import type { Language } from "@matinale/contracts";
import { expect, test } from "vitest";
import { StoryIndex, type Telling } from "./clustering.ts";

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
  readFileSync(new URL("../testing/labelled-tellings.json", import.meta.url), "utf8"),
) as Labelled[];

const at = new Date("2026-11-21T06:00:00Z");
const after = (hours: number) => new Date(at.getTime() + hours * 3_600_000);
const telling = ({ hours, ...rest }: Labelled): Telling => ({ ...rest, publishedAt: after(hours) });

/** Every telling in the order in which it was published, with the story it was put into. */
function sorted(labelled: readonly Labelled[]) {
  const index = new StoryIndex();
  return labelled
    .toSorted((one, other) => one.hours - other.hours)
    .map((each, position) => {
      const story = index.match(telling(each)) ?? `${position}`;
      index.add(story, telling(each));
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

test("the sample has 120 tellings of 45 events, in both languages", () => {
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
  expect(recall).toBeGreaterThanOrEqual(0.8);
});

test("across languages too", () => {
  const { precision, recall } = judged(sample, (one, other) => one.language !== other.language);
  expect(precision).toBeGreaterThanOrEqual(0.95);
  expect(recall).toBeGreaterThanOrEqual(0.8);
});

test("the same words two days apart are two events", () => {
  const index = new StoryIndex();
  const [first] = sample;
  index.add("thursday", telling({ ...first!, hours: 0 }));
  expect(index.match(telling({ ...first!, hours: 12 }))).toBe("thursday");
  expect(index.match(telling({ ...first!, hours: 40 }))).toBeNull();
});

test("the first telling of all is news", () => {
  expect(new StoryIndex().match(telling(sample[0]!))).toBeNull();
});
