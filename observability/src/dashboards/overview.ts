import { ours, series, waitingRecords } from "../expression.ts";
import { panel, row, stat, type Board } from "./board.ts";
import { lateDigests, oldestDigest } from "./pipeline.ts";
import { dailyLimits } from "./providers.ts";
import { here, highest, perLabel, query, rate } from "./queries.ts";
import { dependencies, failingWorkers, replicas, siteErrors } from "./services.ts";

/** The processes of all services. */
const all = { ...here, ...ours };

export const overview: Board = {
  uid: "matinale-overview",
  title: "Matinale · overview",
  description: "What is wrong now. Every panel links to its runbook.",
  rows: [
    row("Now", [
      panel(
        "Alerts that fire",
        "Each line links to its runbook. Watchdog always fires and is not shown.",
        query('ALERTS{alertstate="firing",alertname!="Watchdog",namespace=~"$namespace"}', ""),
        { as: "table", width: 24, mayBeEmpty: "no alert fires" },
      ),
      oldestDigest,
      stat(
        "Digests that wait",
        "Due for more than 60 s and not accepted.",
        highest("delivery_digests_overdue", "overdue"),
        { format: "none", limits: { warn: 1, bad: 3 }, runbook: "digests-overdue" },
      ),
      { ...lateDigests, description: "The objective allows 1 %." },
      {
        ...siteErrors,
        as: "stat",
        description: "The objective allows 0.1 %.",
        width: 6,
      },
      stat(
        "Records that wait for a consumer",
        "Of the consumer that is furthest behind.",
        query(`max(${waitingRecords}{namespace=~"$namespace"})`, "records"),
        { format: "none", limits: { warn: 500, bad: 2000 }, runbook: "consumer-lag" },
      ),
      stat(
        "Oldest event that waits for Kafka",
        "Of all outboxes.",
        highest("outbox_oldest_seconds", "age"),
        { format: "s", limits: { warn: 10, bad: 60 }, runbook: "outbox-stuck" },
      ),
      stat(
        "Last planning of digests",
        "Time since the scheduler last succeeded.",
        query(
          `time() - max(${series("worker_last_success_timestamp_seconds", { ...here, worker: "plan-due-deliveries" })})`,
          "ago",
        ),
        { format: "s", limits: { warn: 30, bad: 90 }, runbook: "scheduler-stopped" },
      ),
      stat(
        "Feeds that cannot be read",
        "Of all feeds of the catalogue.",
        highest("content_feeds_failing", "failing"),
        { format: "none", limits: { warn: 5, bad: 25 }, runbook: "feeds-failing" },
      ),
    ]),
    row("The last hours", [
      replicas(all),
      panel(
        "Calls to WhatsApp",
        "A second, by outcome.",
        perLabel("sum", "outcome", rate(series("delivery_messages_total", here))),
        { format: "ops", runbook: "provider-refusing" },
      ),
      dailyLimits,
      failingWorkers(all),
      { ...dependencies(all), width: 12 },
    ]),
  ],
};
