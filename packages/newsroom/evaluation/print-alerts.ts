/** Replays written days and prints the alerts about breaking news: `npm run evaluate-alerts -w packages/newsroom`. */
import { falseAlertsAWeek, replayDays } from "./replayed-days.ts";

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const replay = replayDays();
const { alerts, missed, verdicts } = replay;
print(`Alerts on ${replay.days} replayed days: ${replay.articles} articles`);
for (const { at, title, right } of alerts) {
  print(`  ${right ? "right" : "FALSE"}  ${at.toISOString().slice(0, 16)}  ${title}`);
}
for (const event of missed) print(`  missed ${event}`);
print("");
for (const [verdict, count] of Object.entries(verdicts)) {
  print(`  ${String(count).padStart(3)} stories ${verdict}`);
}
print(`  ${falseAlertsAWeek(replay).toFixed(1)} false alerts a week, ${missed.length} missed`);
