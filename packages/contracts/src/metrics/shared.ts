import type { Metric } from "./metric.ts";

/** Metrics of every service: requests, background jobs, events in and out. */
export const shared = {
  outbox_published_total: {
    type: "counter",
    unit: "records",
    help: "Events from the outbox that Kafka acknowledged",
    labels: ["topic"],
  },
  outbox_oldest_seconds: {
    type: "gauge",
    unit: "seconds",
    help: "Age of the oldest event that is not published yet",
    labels: [],
  },
  outbox_set_aside_total: {
    type: "counter",
    unit: "records",
    help: "Events set aside because they are too large for Kafka",
    labels: ["topic"],
  },
  bus_consumed_total: {
    type: "counter",
    unit: "records",
    help: "Consumed records by outcome: processed, dead_letter, or waited (batches that waited for the database)",
    labels: ["topic", "outcome"],
  },
  bus_consumer_lag: {
    type: "gauge",
    unit: "records",
    help: "Records of a partition after the offset that a consumer group has committed, by the brokers; each service reports all groups",
    labels: ["group", "topic", "partition"],
  },
  bus_handle_duration_seconds: {
    type: "histogram",
    unit: "seconds",
    help: "Time of one batch in the consumer's handler",
    labels: ["topic"],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 1, 2.5, 5, 10],
  },
  timezone_data_info: {
    type: "gauge",
    unit: "boolean",
    help: "1, with the release of the time zone data by which this process computes local times",
    labels: ["release"],
  },
  job_failures_total: {
    type: "counter",
    unit: "count",
    help: "Rounds of a background job that failed",
    labels: ["task"],
  },
  job_last_success_timestamp_seconds: {
    type: "gauge",
    unit: "seconds",
    help: "Unix time at which the last round of a background job succeeded, or at which the process started",
    labels: ["task"],
  },
  job_round_duration_seconds: {
    type: "histogram",
    unit: "seconds",
    help: "Time of one round of a background job",
    labels: ["task"],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60],
  },
  http_request_duration_seconds: {
    type: "histogram",
    unit: "seconds",
    help: "Time from the first byte of a request to the last byte of its response",
    labels: ["method", "route", "status"],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  },
  dependency_up: {
    type: "gauge",
    unit: "boolean",
    help: "1 while a dependency that the service needs responds, 0 otherwise",
    labels: ["dependency"],
  },
} as const satisfies Record<string, Metric>;
