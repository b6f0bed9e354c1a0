import { histogramSeries, series, standard } from "../expression.ts";
import { gateway, ratioOver } from "../rules/objectives.ts";
import type { Board, Panel } from "./board.ts";
import { growth, growthBy, here, increase, perLabel, rate, slowest } from "./queries.ts";

const chosen = { ...here, job: "=~$service" };
const requests = (status?: string) =>
  histogramSeries("http_request_duration_seconds", "count", { ...chosen, status });

export const availability: Panel = {
  title: "Availability of the site, one hour",
  description: "Share of requests to the gateway with a server error. The objective allows 0.1 %.",
  format: "percentunit",
  width: 12,
  limits: { warn: 0.001, bad: 0.0144 },
  queries: [{ expr: `max(${ratioOver(gateway, "1h")})`, legend: "failing" }],
  runbook: "gateway-failing-fast",
};

export const services: Board = {
  uid: "matinale-services",
  title: "Matinale · services",
  description: "Requests, errors and durations of each service, and its processes.",
  perService: true,
  rows: [
    {
      title: "Requests",
      panels: [
        {
          title: "Requests",
          description: "Answered per second.",
          format: "reqps",
          queries: [perLabel("sum", "job", rate(requests()))],
        },
        {
          title: "Server errors",
          description: "Share of requests answered with 5xx.",
          format: "percentunit",
          limits: { warn: 0.001, bad: 0.01 },
          queries: [
            {
              expr: `(sum by (job) (${rate(requests("=~5.."))}) or 0 * sum by (job) (${rate(requests())})) / (sum by (job) (${rate(requests())}) > 0)`,
              legend: "{{job}}",
            },
          ],
          runbook: "gateway-failing-fast",
        },
        {
          title: "Duration, 99 of 100",
          description:
            "From the first byte of a request to the last byte of its response. A sound stream lasts as long as it is played.",
          format: "s",
          limits: { warn: 0.5, bad: 2 },
          queries: [
            {
              expr: slowest("http_request_duration_seconds", "le, job", chosen),
              legend: "{{job}}",
            },
          ],
        },
        {
          title: "Slowest routes",
          description: "The ten slowest, 99 of 100.",
          format: "s",
          width: 12,
          queries: [
            {
              expr: `topk(10, ${slowest("http_request_duration_seconds", "le, job, method, route", chosen)})`,
              legend: "{{job}} {{method}} {{route}}",
            },
          ],
        },
        availability,
      ],
    },
    {
      title: "Dependencies",
      panels: [
        {
          title: "Replicas up",
          description: "Replicas that answer Prometheus.",
          format: "none",
          queries: [perLabel("sum", "job", standard("up", chosen))],
          runbook: "service-down",
        },
        {
          title: "Dependencies",
          description: "1 while MongoDB or Redis answers the service that needs it.",
          format: "none",
          queries: [perLabel("min", "job, dependency", series("dependency_up", chosen))],
          runbook: "dependency-away",
        },
        {
          title: "Circuit breakers of the gateway",
          description: "1 while calls to a service are refused at once because it does not answer.",
          format: "none",
          queries: [perLabel("max", "service", series("gateway_circuit_open", here))],
          runbook: "gateway-failing-fast",
        },
      ],
    },
    {
      title: "Waiting for a service",
      width: 12,
      panels: [
        {
          title: "Incomplete answers of the gateway",
          description:
            "Parts of /api/me that came from the last known answer, and exports without the part of a service.",
          queries: [
            growthBy("gateway_me_degraded_total", "part"),
            growthBy("gateway_exports_incomplete_total", "service"),
          ],
          mayBeEmpty: "every service has answered",
        },
        {
          title: "Passwords and images, 99 of 100",
          description:
            "Time of a password hash and of a profile image, waiting included; and log-ins refused because too many waited.",
          format: "s",
          limits: { warn: 1, bad: 2 },
          queries: [
            {
              expr: slowest("identity_password_hash_seconds", "le, operation"),
              legend: "{{operation}}",
            },
            { expr: slowest("identity_picture_seconds", "le"), legend: "image" },
          ],
          mayBeEmpty: "no image was uploaded",
        },
        {
          title: "Log-ins refused",
          description: "Password checks refused because too many were waiting.",
          queries: [growth("identity_password_refused_total", "refused")],
        },
        {
          title: "Time to join a voice note, 99 of 100",
          description: "By form of the digest.",
          format: "s",
          queries: [
            { expr: slowest("content_join_duration_seconds", "le, form"), legend: "{{form}}" },
          ],
        },
      ],
    },
    {
      title: "Processes",
      panels: [
        {
          title: "Last success of workers",
          description: "Time since the last round of each worker that succeeded on any replica.",
          format: "s",
          width: 24,
          queries: [
            {
              expr: `topk(15, time() - max by (job, task) (${series("job_last_success_timestamp_seconds", chosen)}))`,
              legend: "{{job}} {{task}}",
            },
          ],
          runbook: "scheduler-stopped",
        },
        {
          title: "Event loop, 99 of 100",
          description:
            "How long the event loop is blocked. Above half a second, requests and messages wait.",
          format: "s",
          limits: { warn: 0.1, bad: 0.5 },
          queries: [perLabel("max", "job", standard("nodejs_eventloop_lag_p99_seconds", chosen))],
          runbook: "event-loop-blocked",
        },
        {
          title: "Time zone data",
          description:
            "Replicas by release. Two releases outside of a rollout: images of different age run side by side.",
          format: "none",
          queries: [perLabel("sum", "release", series("timezone_data_info", chosen))],
        },
        {
          title: "Processor",
          description: "Cores in use, all replicas.",
          queries: [perLabel("sum", "job", rate(standard("process_cpu_seconds_total", chosen)))],
        },
        {
          title: "Memory",
          description: "Resident, of the largest replica.",
          format: "bytes",
          queries: [perLabel("max", "job", standard("process_resident_memory_bytes", chosen))],
        },
        {
          title: "Failing workers",
          description: "Ticks of workers that ended in an error, by task.",
          width: 12,
          queries: [perLabel("sum", "job, task", increase(series("job_failures_total", chosen)))],
          runbook: "job-failing",
          mayBeEmpty: "no worker has failed",
        },
        {
          title: "Workers, 99 of 100",
          description: "Time of one tick.",
          format: "s",
          width: 12,
          queries: [
            {
              expr: `topk(10, ${slowest("job_round_duration_seconds", "le, job, task", chosen)})`,
              legend: "{{job}} {{task}}",
            },
          ],
        },
      ],
    },
  ],
};
