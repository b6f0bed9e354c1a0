import { series } from "../expression.ts";
import type { Board } from "./board.ts";
import { waitingRecords } from "../rules/objectives.ts";
import { growthBy, here, perLabel, rate, slowest } from "./queries.ts";

export const events: Board = {
  uid: "matinale-events",
  title: "Matinale · events",
  description: "Events that wait to be published, and records that wait to be handled.",
  rows: [
    {
      title: "Out",
      width: 12,
      panels: [
        {
          title: "Oldest unpublished event",
          description:
            "Age of the oldest event in an outbox. It grows while Kafka or the relay is away; no event is lost.",
          format: "s",
          limits: { warn: 10, bad: 60 },
          queries: [perLabel("max", "job", series("outbox_oldest_seconds", here))],
          runbook: "outbox-stuck",
        },
        {
          title: "Published",
          description: "Events per second that Kafka acknowledged.",
          format: "ops",
          queries: [perLabel("sum", "topic", rate(series("outbox_published_total", here)))],
        },
        {
          title: "Too large",
          description:
            "Events set aside because they are too large for Kafka. They are in outbox_dead_letters of their service.",
          limits: { warn: 1, bad: 1 },
          queries: [growthBy("outbox_set_aside_total", "job, topic", { window: "$__range" })],
          runbook: "events-too-large",
        },
      ],
    },
    {
      title: "In",
      width: 12,
      panels: [
        {
          title: "Lag",
          description:
            "Records that wait for a consumer, by the offsets of the brokers: also while its service does not run.",
          limits: { warn: 500, bad: 2000 },
          queries: [
            {
              expr: `sum by (job, topic) (${waitingRecords}{namespace=~"$namespace"})`,
              legend: "{{job}}.{{topic}}",
            },
          ],
          runbook: "consumer-lag",
        },
        {
          title: "Handled",
          description:
            "Records per second. Waited: the database was away, the records are tried again.",
          format: "ops",
          queries: [
            {
              expr: `sum by (job, topic, outcome) (${rate(series("bus_consumed_total", here))})`,
              legend: "{{job}}.{{topic}} {{outcome}}",
            },
          ],
        },
        {
          title: "Dead letters",
          description:
            "Records that the consumer could not process. They are kept in the .dlq topic, to be redriven.",
          limits: { warn: 1, bad: 1 },
          queries: [
            growthBy("bus_consumed_total", "job, topic", {
              window: "$__range",
              where: { outcome: "dead_letter" },
            }),
          ],
          runbook: "dead-letters",
        },
        {
          title: "Time of a batch, 99 of 100",
          description: "A handler may take 5 s for one batch at most.",
          format: "s",
          limits: { warn: 1, bad: 5 },
          queries: [
            {
              expr: slowest("bus_handle_duration_seconds", "le, job, topic"),
              legend: "{{job}}.{{topic}}",
            },
          ],
        },
      ],
    },
  ],
};
