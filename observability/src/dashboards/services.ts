import { histogramSeries, series, standard } from "../expression.ts";
import { panel, row, rowOfTwo, type Board, type Panel } from "./board.ts";
import {
  growth,
  growthBy,
  here,
  increase,
  perLabel,
  quantile,
  query,
  rate,
  topmost,
} from "./queries.ts";

const chosen = { ...here, job: "=~$service" };
const requests = (status?: string) =>
  histogramSeries("http_request_duration_seconds", "count", { ...chosen, status });

export const siteErrors = panel(
  "Server errors of the site, one hour",
  "Share of requests to the gateway with a server error. The objective allows 0.1 %.",
  query('max(matinale:gateway_failing:ratio_1h{namespace=~"$namespace"})', "failing"),
  {
    format: "percentunit",
    width: 12,
    limits: { warn: 0.001, bad: 0.0144 },
    runbook: "gateway-failing-fast",
  },
);

/** Matchers of the processes that a panel shows. */
type Processes = Record<"namespace" | "job", string>;

export const replicas = (processes: Processes): Panel =>
  panel(
    "Replicas up",
    "Replicas that answer Prometheus.",
    perLabel("sum", "job", standard("up", processes)),
    { format: "none", runbook: "service-down" },
  );

export const dependencies = (processes: Processes): Panel =>
  panel(
    "Dependencies",
    "1 while MongoDB or Redis answers the service that needs it.",
    perLabel("min", "job, dependency", series("dependency_up", processes)),
    { format: "none", runbook: "dependency-away" },
  );

export const failingWorkers = (processes: Processes): Panel =>
  panel(
    "Failing workers",
    "Rounds of workers that ended in an error.",
    perLabel("sum", "job, worker", increase(series("worker_failures_total", processes))),
    { width: 12, runbook: "worker-failing", mayBeEmpty: "no worker has failed" },
  );

export const services: Board = {
  uid: "matinale-services",
  title: "Matinale · services",
  description: "Requests, errors and durations of each service, and its processes.",
  perService: true,
  rows: [
    row("Requests", [
      panel("Requests", "Answered per second.", perLabel("sum", "job", rate(requests())), {
        format: "reqps",
      }),
      panel(
        "Server errors",
        "Share of requests answered with 5xx.",
        query(
          `(sum by (job) (${rate(requests("=~5.."))}) or 0 * sum by (job) (${rate(requests())})) / (sum by (job) (${rate(requests())}) > 0)`,
          "{{job}}",
        ),
        {
          format: "percentunit",
          limits: { warn: 0.001, bad: 0.01 },
          runbook: "gateway-failing-fast",
        },
      ),
      panel(
        "Duration, p99",
        "From the first byte of a request to the last byte of its response. A sound stream lasts as long as it is played.",
        quantile(0.99, "http_request_duration_seconds", "job", chosen),
        { format: "s", limits: { warn: 0.5, bad: 2 } },
      ),
      panel(
        "Slowest routes",
        "The ten slowest, p99.",
        topmost(10, quantile(0.99, "http_request_duration_seconds", "job, method, route", chosen)),
        { format: "s", width: 12 },
      ),
      siteErrors,
    ]),
    row("Dependencies", [
      replicas(chosen),
      dependencies(chosen),
      panel(
        "Circuit breakers of the gateway",
        "1 while calls to a service are refused at once because it does not answer.",
        perLabel("max", "service", series("gateway_circuit_open", here)),
        { format: "none", runbook: "gateway-failing-fast" },
      ),
    ]),
    rowOfTwo("Waiting for a service", [
      panel(
        "Incomplete answers of the gateway",
        "Parts of /api/me that came from the last known answer, and exports without the part of a service.",
        [
          growthBy("gateway_me_degraded_total", "part"),
          growthBy("gateway_exports_incomplete_total", "service"),
        ],
        { mayBeEmpty: "every service has answered" },
      ),
      panel(
        "Passwords and images, p99",
        "Time of a password hash and of a profile image, waiting included; and log-ins refused because too many waited.",
        [
          quantile(0.99, "identity_password_hash_seconds", "operation"),
          { ...quantile(0.99, "identity_picture_seconds"), legend: "image" },
        ],
        { format: "s", limits: { warn: 1, bad: 2 }, mayBeEmpty: "no image was uploaded" },
      ),
      panel("Log-ins refused", "Password checks refused because too many were waiting.", [
        growth("identity_password_refused_total", "refused"),
      ]),
      panel(
        "Time to join a voice note, p99",
        "By form of the digest.",
        quantile(0.99, "content_join_duration_seconds", "form"),
        { format: "s" },
      ),
    ]),
    row("Processes", [
      panel(
        "Last success of workers",
        "Time since the last round of each worker that succeeded on any replica. Without sync-catalogue, which runs every 24 hours where the catalogue is built in.",
        query(
          `topk(15, time() - max by (job, worker) (${series("worker_last_success_timestamp_seconds", { ...chosen, worker: "!=sync-catalogue" })}))`,
          "{{job}} {{worker}}",
        ),
        { format: "s", width: 24, runbook: "scheduler-stopped" },
      ),
      panel(
        "Event loop, p99",
        "How long the event loop is blocked. Above half a second, requests and messages wait.",
        perLabel("max", "job", standard("nodejs_eventloop_lag_p99_seconds", chosen)),
        { format: "s", limits: { warn: 0.1, bad: 0.5 }, runbook: "event-loop-blocked" },
      ),
      panel(
        "Time zone data",
        "Replicas by release. Two releases outside of a rollout: images of different age run side by side.",
        perLabel("sum", "release", series("timezone_data_info", chosen)),
        { format: "none" },
      ),
      panel("Processor", "Cores in use, all replicas.", [
        perLabel("sum", "job", rate(standard("process_cpu_seconds_total", chosen))),
      ]),
      panel(
        "Memory",
        "Resident, of the largest replica.",
        perLabel("max", "job", standard("process_resident_memory_bytes", chosen)),
        { format: "bytes" },
      ),
      failingWorkers(chosen),
      panel(
        "Workers, p99",
        "Time of one round.",
        topmost(10, quantile(0.99, "worker_round_duration_seconds", "job, worker", chosen)),
        { format: "s", width: 12 },
      ),
    ]),
  ],
};
