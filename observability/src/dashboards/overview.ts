import { series, standard } from "../expression.ts";
import { waitingRecords } from "../rules/objectives.ts";
import { ours } from "../rules/rule.ts";
import { stat, type Board } from "./board.ts";
import { lateDigests } from "./pipeline.ts";
import { dailyLimits } from "./providers.ts";
import { growthBy, here, highest, perLabel, rate } from "./queries.ts";
import { availability } from "./services.ts";

export const overview: Board = {
  uid: "matinale-overview",
  title: "Matinale · overview",
  description: "What is wrong now. Every panel links to its runbook.",
  rows: [
    {
      title: "Now",
      panels: [
        {
          title: "Alerts that fire",
          description: "Each line links to its runbook. Watchdog always fires and is not shown.",
          as: "table",
          width: 24,
          queries: [
            {
              expr: 'ALERTS{alertstate="firing",alertname!="Watchdog",namespace=~"$namespace"}',
              legend: "",
            },
          ],
          mayBeEmpty: "no alert fires",
        },
        stat({
          title: "Oldest digest that waits",
          description: "Time since its due instant. The provider has not accepted it.",
          format: "s",
          limits: { warn: 60, bad: 120 },
          queries: [highest("delivery_digests_due_oldest_seconds", "age")],
          runbook: "digests-overdue",
        }),
        stat({
          title: "Digests that wait",
          description: "Due for more than 60 s and not accepted.",
          format: "none",
          limits: { warn: 1, bad: 3 },
          queries: [highest("delivery_digests_overdue", "overdue")],
          runbook: "digests-overdue",
        }),
        { ...lateDigests, description: "The objective allows 1 %." },
        stat({
          ...availability,
          title: "Server errors of the site, one hour",
          description: "The objective allows 0.1 %.",
          width: 6,
        }),
        stat({
          title: "Records that wait for a consumer",
          description: "Of the consumer that is furthest behind.",
          format: "none",
          limits: { warn: 500, bad: 2000 },
          queries: [{ expr: `max(${waitingRecords}{namespace=~"$namespace"})`, legend: "records" }],
          runbook: "consumer-lag",
        }),
        stat({
          title: "Oldest event that waits for Kafka",
          description: "Of all outboxes.",
          format: "s",
          limits: { warn: 10, bad: 60 },
          queries: [highest("outbox_oldest_seconds", "age")],
          runbook: "outbox-stuck",
        }),
        stat({
          title: "Last planning of digests",
          description: "Time since the scheduler last succeeded.",
          format: "s",
          limits: { warn: 30, bad: 90 },
          queries: [
            {
              expr: `time() - max(${series("job_last_success_timestamp_seconds", { ...here, task: "plan-due-deliveries" })})`,
              legend: "ago",
            },
          ],
          runbook: "scheduler-stopped",
        }),
        stat({
          title: "Feeds that cannot be read",
          description: "Of all feeds of the catalogue.",
          format: "none",
          limits: { warn: 5, bad: 25 },
          queries: [highest("content_feeds_failing", "failing")],
          runbook: "feeds-failing",
        }),
      ],
    },
    {
      title: "The last hours",
      panels: [
        {
          title: "Replicas",
          description: "That answer Prometheus.",
          format: "none",
          queries: [perLabel("sum", "job", standard("up", { ...here, ...ours }))],
          runbook: "service-down",
        },
        {
          title: "Calls to WhatsApp",
          description: "A second, by outcome.",
          format: "ops",
          queries: [perLabel("sum", "outcome", rate(series("delivery_messages_total", here)))],
          runbook: "provider-refusing",
        },
        dailyLimits,
        {
          title: "Failing workers of all services",
          description: "Rounds that ended in an error.",
          width: 12,
          queries: [growthBy("job_failures_total", "job, task")],
          runbook: "job-failing",
        },
        {
          title: "MongoDB and Redis",
          description: "1 while they answer the service that needs them.",
          format: "none",
          width: 12,
          queries: [perLabel("min", "job, dependency", series("dependency_up", here))],
          runbook: "dependency-away",
        },
      ],
    },
  ],
};
