import { serviceNames, type ServiceName } from "@matinale/contracts";
import { series, standard } from "../expression.ts";
import { waitingRecords } from "./objectives.ts";
import {
  grown,
  installations,
  ours,
  page,
  proofBy,
  proofByGrowth,
  ticket,
  type Alert,
} from "./rule.ts";

/** A namespace has other services of ours, but no target of this one: it was scaled to zero. */
const isMissing = (job: ServiceName) =>
  `label_replace(group by (namespace) (${standard("up", ours)}) unless on (namespace) ${standard("up", { job })}, "job", "${job}", "", "")`;
/** Not right after an installation: a process of ours has answered at least five minutes ago. */
const isInstalled = installations("5m");
/** Prometheus knows no target of the service at all. */
const isUnknown = (job: ServiceName) => `absent(${standard("up", { job })})`;

const handled = grown(
  "namespace, job, topic",
  series("bus_consumed_total", { outcome: "=~processed|dead_letter" }),
  "2m",
);

const waiting = (job: ServiceName) =>
  `bus_consumer_lag{job="${job}",group="content.digest.requested",topic="digest.requested",partition="0"}`;
const handledRecords =
  'bus_consumed_total{job="content",topic="digest.requested",outcome="processed"}';
const billing = (instance: string) =>
  `up{namespace="matinale",job="billing",instance="${instance}"}`;
const installed = 'timezone_data_info{namespace="matinale",job="identity"}';
const othersUp = {
  [installed]: "1x120",
  ...Object.fromEntries(
    serviceNames
      .filter((job) => job !== "billing")
      .map((job) => [`up{namespace="matinale",job="${job}"}`, "1x120"]),
  ),
};

/** Alerts for processes, their databases and the events between them. */
export const platformAlerts: Alert[] = [
  {
    name: "Watchdog",
    severity: "none",
    expr: "vector(1)",
    summary: "Prometheus and Alertmanager work",
    description:
      "Always fires. Send it to a service that calls you when it stops: then no other alert would reach you.",
    proof: null,
  },
  page("ServiceDown", {
    expr: `(sum by (namespace, job) (${standard("up", ours)}) == 0 or ${serviceNames.map(isMissing).join(" or ")}) and on (namespace) ${isInstalled} or on (job) ${serviceNames.map(isUnknown).join(" or on (job) ")}`,
    for: "2m",
    summary: "No replica of {{ $labels.job }} answers",
    description:
      "Its pods do not answer, or it has none. Requests to this service fail. Its work waits and is done when the service is back.",
    proof: {
      faults: [
        { ...othersUp, [billing("a")]: "1x4 0x20 1x20", [billing("b")]: "1x4 0x20 1x20" },
        // scaled to zero: Prometheus has no target any more
        { ...othersUp, [billing("a")]: "1x4 stale _x20 1x20" },
      ],
      quiet: [
        { ...othersUp, [billing("a")]: "0x60", [billing("b")]: "1x60" },
        // an installation whose images are pulled for five minutes
        {
          ...Object.fromEntries(
            [...Object.keys(othersUp), billing("a")].map((up) => [up, "0x5 1x60"]),
          ),
          [installed]: "_x5 1x60",
        },
        // another product, whose service has the name of one of ours
        { ...othersUp, [billing("a")]: "1x60", 'up{namespace="other",job="gateway"}': "1x4 0x60" },
      ],
      labels: { job: "billing", namespace: "matinale" },
    },
  }),
  page("DependencyAway", {
    expr: `min by (namespace, job, dependency) (${series("dependency_up")}) == 0`,
    for: "1m",
    summary: "{{ $labels.job }} cannot reach {{ $labels.dependency }}",
    description:
      "At least one replica cannot use it. Without MongoDB a service is not ready; without Redis the gateway serves pages and webhooks, and no one can sign in.",
    proof: proofBy('dependency_up{job="identity",dependency="mongodb"}', {
      fault: "1x4 0x20 1x20",
      quiet: "1 0 1x40",
      labels: { job: "identity", dependency: "mongodb" },
    }),
  }),
  page("ConsumerLag", {
    expr: `${waitingRecords} > 2000 or ${waitingRecords} > 0 unless on (namespace, job, topic) ${handled} > 0`,
    for: "2m",
    summary: "{{ $value }} events wait for the consumer {{ $labels.job }}.{{ $labels.topic }}",
    description:
      "The consumer is far behind, or events wait and it handles none. Changes and digests reach this service late, or not at all.",
    proof: {
      faults: [
        // the consumer stands still; other services report its lag
        {
          [waiting("delivery")]: "0x4 600x20 0x20",
          [waiting("billing")]: "0x4 600x20 0x20",
          [handledRecords]: "0+10x4 40x20 0+100x20",
        },
        // it handles records, and more arrive
        { [waiting("content")]: "0x4 6000x20 0x20", [handledRecords]: "0+10x60" },
        // it does not run, and has no metrics of its own
        { [waiting("delivery")]: "0x4 600x20 0x20" },
      ],
      quiet: [{ [waiting("content")]: "0 1500x40", [handledRecords]: "0+10x60" }],
      labels: { job: "content", topic: "digest.requested" },
    },
  }),
  ticket("DeadLetters", {
    expr: `${grown("namespace, job, topic", series("bus_consumed_total", { outcome: "dead_letter" }), "1h")} > 0`,
    summary: "The consumer {{ $labels.job }}.{{ $labels.topic }} could not process events",
    description:
      "Each is a change or a digest that did not happen. The records are on the topic's .dlq.",
    proof: proofByGrowth(
      'bus_consumed_total{job="delivery",topic="audio.ready",outcome="dead_letter"}',
      { job: "delivery", topic: "audio.ready" },
      { 'bus_consumed_total{job="delivery",topic="audio.ready",outcome="processed"}': "0+10x90" },
    ),
  }),
  page("OutboxStuck", {
    expr: `max by (namespace, job) (${series("outbox_oldest_seconds")}) > 60`,
    for: "1m",
    summary: "{{ $labels.job }} has not published an event for {{ $value | humanizeDuration }}",
    description:
      "Kafka is away or refuses an event, or the relay does not run: changes do not reach other services, and no digest is composed.",
    proof: proofBy('outbox_oldest_seconds{job="delivery"}', {
      fault: "0x4 0+60x20 0x20",
      quiet: "0 90 0x40",
      labels: { job: "delivery" },
    }),
  }),
];
