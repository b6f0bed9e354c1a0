import { series, waitingRecords } from "../expression.ts";
import { panel, rowOfTwo, type Board, type Query } from "./board.ts";
import { growthBy, here, perLabel, quantile, rate } from "./queries.ts";

/** Shows the labels as the name of a consumer. */
const ofConsumer = ({ expr, legend }: Query): Query => ({
  expr,
  legend: legend.replace("{{job}} {{topic}}", "{{job}}.{{topic}}"),
});

export const events: Board = {
  uid: "matinale-events",
  title: "Matinale · events",
  description: "Events that wait to be published, and records that wait to be handled.",
  rows: [
    rowOfTwo("Out", [
      panel(
        "Oldest unpublished event",
        "Age of the oldest event in an outbox. It grows while Kafka or the relay is away; no event is lost.",
        perLabel("max", "job", series("outbox_oldest_seconds", here)),
        { format: "s", limits: { warn: 10, bad: 60 }, runbook: "outbox-stuck" },
      ),
      panel(
        "Published",
        "Events per second that Kafka acknowledged.",
        perLabel("sum", "topic", rate(series("outbox_published_total", here))),
        { format: "ops" },
      ),
    ]),
    rowOfTwo("In", [
      panel(
        "Lag",
        "Records that wait for a consumer, by the offsets of the brokers: also while its service does not run.",
        ofConsumer(perLabel("sum", "job, topic", `${waitingRecords}{namespace=~"$namespace"}`)),
        { limits: { warn: 500, bad: 2000 }, runbook: "consumer-lag" },
      ),
      panel(
        "Handled",
        "Records per second. Waited: the database was away, the records are tried again.",
        ofConsumer(
          perLabel("sum", "job, topic, outcome", rate(series("bus_consumed_total", here))),
        ),
        { format: "ops" },
      ),
      panel(
        "Dead letters",
        "Records that the consumer could not process. They are kept in the .dlq topic, to be redriven.",
        growthBy("bus_consumed_total", "job, topic", { outcome: "dead_letter" }, "$__range"),
        { limits: { warn: 1, bad: 1 }, runbook: "dead-letters" },
      ),
      panel(
        "Time of a batch, p99",
        "A handler may take 5 s for one batch at most.",
        ofConsumer(quantile(0.99, "bus_handle_duration_seconds", "job, topic")),
        { format: "s", limits: { warn: 1, bad: 5 } },
      ),
    ]),
  ],
};
