import { counterOf, gaugeOf, histogramOf } from "./metric.ts";

/** Metrics of every service: requests, workers, events in and out. */
export const shared = {
  outbox_published_total: counterOf("Events from the outbox that Kafka acknowledged", "topic"),
  outbox_oldest_seconds: gaugeOf("Age of the oldest event that is not published yet"),
  bus_consumed_total: counterOf(
    "Consumed records by outcome: processed, dead_letter, or waited (batches that waited for the database)",
    "topic",
    "outcome",
  ),
  bus_consumer_lag: gaugeOf(
    "Records of a partition after the offset that a consumer group has committed, by the brokers; each service reports all groups",
    "group",
    "topic",
    "partition",
  ),
  bus_handle_duration_seconds: histogramOf(
    "Time of one batch in the consumer's handler",
    [0.001, 0.005, 0.02, 0.1, 0.5, 1, 2.5, 5, 10],
    "topic",
  ),
  timezone_data_info: gaugeOf(
    "1, with the release of the time zone data by which this process computes local times",
    "release",
  ),
  worker_failures_total: counterOf("Rounds of a worker that failed", "worker"),
  worker_last_success_timestamp_seconds: gaugeOf(
    "Unix time at which the last round of a worker succeeded, or at which the process started",
    "worker",
  ),
  worker_round_duration_seconds: histogramOf(
    "Time of one round of a worker",
    [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    "worker",
  ),
  http_request_duration_seconds: histogramOf(
    "Time from the first byte of a request to the last byte of its response",
    [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    "method",
    "route",
    "status",
  ),
  dependency_up: gaugeOf(
    "1 while a dependency that the service needs responds, 0 otherwise",
    "dependency",
  ),
};
