/** Prints how well the text engine does on the labelled data: `npm run evaluate -w packages/newsroom`. */
import {
  acrossLanguages,
  clusteringQuality,
  isJoined,
  pairQuality,
  type Quality,
} from "./clustering-quality.ts";
import {
  articlePairs,
  headlines,
  summarised,
  type Split,
  type LabelledArticle,
} from "./labelled.ts";
import { falseAlertsAWeek, replayDays } from "./replayed-days.ts";
import { trapQuality } from "./trap-quality.ts";
import { factCheckQuality } from "./text-quality.ts";

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const percent = (value: number): string => `${(value * 100).toFixed(1)} %`;
const row = (name: string, ...values: string[]): void =>
  print(`  ${name.padEnd(38)}${values.map((value) => value.padStart(10)).join("")}`);
const qualityRow = (name: string, { precision, recall }: Quality): void =>
  row(name, percent(precision), percent(recall));

const splits: readonly Split[] = ["tuning", "held-out"];

function printClustering(kind: string, labelled: readonly LabelledArticle[]): void {
  const events = new Set(labelled.map(({ event }) => event)).size;
  print(`Clustering, ${kind}: ${labelled.length} articles of ${events} events`);
  row("", "precision", "recall", "mixed");
  for (const split of splits) {
    const ofSplit = labelled.filter((each) => each.split === split);
    const { precision, recall, mixed } = clusteringQuality(ofSplit);
    row(`${split} split`, percent(precision), percent(recall), percent(mixed));
    qualityRow("  French with English", clusteringQuality(ofSplit, acrossLanguages));
  }
  print("");
}
printClustering("headlines alone", headlines);
printClustering("with summaries", summarised);

print(`Clustering: ${articlePairs.length} pairs of articles that read alike`);
row("", "precision", "recall");
for (const split of splits) {
  qualityRow(`${split} split`, pairQuality(articlePairs.filter((pair) => pair.split === split)));
}
const wrong = articlePairs.filter((pair) => isJoined(pair) !== pair.same);
for (const { kind, same, articles } of wrong) {
  const titles = articles.map(({ title }) => title).join(" | ");
  print(`  ${same ? "not joined" : "joined"} (${kind}): ${titles}`);
}

const factCheck = factCheckQuality();
print("\nFact check");
row("an article's own sentences accepted", percent(factCheck.accepted));
row("sentences of other events refused", percent(factCheck.refused));

const traps = trapQuality();
const articles = traps.reduce((sum, each) => sum + each.articles, 0);
print(`\nTraps: ${articles} articles`);
row("", "articles", "right");
for (const { trap, articles: count, right } of traps)
  row(trap, String(count), percent(right / count));
for (const { trap, wrong } of traps) for (const line of wrong) print(`  ${trap}: ${line}`);

const replay = replayDays();
print(`\nAlerts on ${replay.days} replayed days: ${replay.articles} articles`);
for (const { at, title, right } of replay.alerts)
  print(`  ${right ? "right" : "FALSE"}  ${at.toISOString().slice(0, 16)}  ${title}`);
for (const event of replay.missed) print(`  missed ${event}`);
for (const [verdict, { length }] of Map.groupBy(replay.verdicts, (verdict) => verdict))
  row(`stories ${verdict}`, String(length));
row("false alerts a week", falseAlertsAWeek(replay).toFixed(1));
