import { alerts, runbookOf, runbookPath } from "./rules/index.ts";
import { waitingRecords } from "./rules/objectives.ts";
import type { Alert, Samples } from "./rules/rule.ts";

const inputs = (samples: Samples) =>
  Object.entries(samples).map(([series, values]) => ({ series, values }));

/** Counts firing alerts. promtool's own alert test would compare the text of annotations too. */
const firingCount = (alert: Alert) =>
  `count(ALERTS{alertname="${alert.name}",alertstate="firing"}) or vector(0)`;

const labelsOf = (alert: Alert): string =>
  Object.entries({
    alertname: alert.name,
    alertstate: "firing",
    severity: alert.severity,
    runbook: runbookOf(alert),
    ...alert.proof?.labels,
  })
    .map(([label, value]) => `${label}="${value}"`)
    .toSorted()
    .join(", ");

const lateDigests = (expr: string, value: number) => ({
  expr: `round(${expr}, 0.0001)`,
  eval_time: "60m",
  exp_samples: [{ labels: "{}", value }],
});

/** Of 100 digests a minute, 2 are late and 2 are lost, for both ways in which Prometheus writes the bound. */
const objectiveTest = (bound: string) => ({
  name: `counts late digests with a bound of ${bound}`,
  interval: "1m",
  input_series: inputs({
    delivery_lateness_seconds_count: "0+98x60",
    [`delivery_lateness_seconds_bucket{le="${bound}"}`]: "0+96x60",
    'delivery_digests_total{outcome="failed",reason="provider_down"}': "0+1x60",
    'delivery_digests_total{outcome="failed",reason="unreachable"}': "0+7x60",
    'delivery_slots_total{outcome="missed"}': "0+1x60",
    delivery_digests_overdue: "0x60",
  }),
  promql_expr_test: [lateDigests("matinale:digests_late:ratio_1h", 0.04)],
});

/** Of 1,000 digests of the last hour, 250 wait since more than a minute: each is late before it is accepted. */
const overdueTest = {
  name: "counts digests that wait as late, from 60 s after their due instant",
  interval: "1m",
  input_series: inputs({
    delivery_lateness_seconds_count: "0+15x50 750x20",
    'delivery_lateness_seconds_bucket{le="60"}': "0+15x50 750x20",
    delivery_digests_overdue: "0x50 250x20",
  }),
  promql_expr_test: [
    lateDigests("matinale:digests_late:ratio_1h", 0.25),
    lateDigests("matinale:digests_late:ratio_5m", 1),
    lateDigests("matinale:digests_late:events_1h", 1000),
  ],
};

/** Of 100 requests a minute, 6 fail; another product also has a gateway, and all its requests fail. */
const gatewayTest = {
  name: "counts the requests of our gateway only",
  interval: "1m",
  input_series: inputs({
    'timezone_data_info{namespace="matinale",job="gateway"}': "1x60",
    'http_request_duration_seconds_count{namespace="matinale",job="gateway",status="200"}':
      "0+94x60",
    'http_request_duration_seconds_count{namespace="matinale",job="gateway",status="502"}':
      "0+6x60",
    'http_request_duration_seconds_count{namespace="other",job="gateway",status="500"}': "0+100x60",
  }),
  promql_expr_test: [
    {
      expr: "round(matinale:gateway_failing:ratio_1h, 0.0001)",
      eval_time: "60m",
      exp_samples: [{ labels: '{namespace="matinale"}', value: 0.06 }],
    },
  ],
};

/** Two services report the same lag of a partition; the rule counts it once. */
const lagTest = {
  name: "adds the lag of all partitions once",
  interval: "1m",
  input_series: inputs({
    'bus_consumer_lag{job="content",group="content.digest.requested",topic="digest.requested",partition="0"}':
      "40x60",
    'bus_consumer_lag{job="delivery",group="content.digest.requested",topic="digest.requested",partition="0"}':
      "40x60",
    'bus_consumer_lag{job="delivery",group="content.digest.requested",topic="digest.requested",partition="1"}':
      "2x60",
  }),
  promql_expr_test: [
    {
      expr: waitingRecords,
      eval_time: "5m",
      exp_samples: [
        { labels: `${waitingRecords}{job="content", topic="digest.requested"}`, value: 42 },
      ],
    },
  ],
};

/** Recorded series begin with it. */
const recorded = "matinale:";

/**
 * The tests of each alert, and of what is recorded: an alert fires on its faults and clears, and stays silent on its
 * `quiet` samples. promtool evaluates all rules that it is given at each minute of each test, so each alert is tested
 * with its own rule only, and with the recording rules only where it reads them: a fifth of the time.
 */
export const ruleTests = () => [
  {
    name: "recorded",
    alert: null,
    readsRecorded: true,
    tests: [...["60", "60.0"].map(objectiveTest), overdueTest, gatewayTest, lagTest],
  },
  ...alerts.map((alert) => ({
    name: alert.name,
    alert: alert.name,
    readsRecorded: alert.expr.includes(recorded),
    tests: alertTests(alert),
  })),
];

/** Before the fault begins, and 5 minutes after it has begun. Minutes. */
const [before, inTime] = [4, 10];

function alertTests(alert: Alert) {
  const { proof, name } = alert;
  const firesAt = (minute: number) => ({
    expr: `ALERTS{alertname="${name}",alertstate="firing"}`,
    eval_time: `${minute}m`,
    exp_samples: [{ labels: `ALERTS{${labelsOf(alert)}}`, value: 1 }],
  });
  const silentAt = (minute: number) => ({
    expr: firingCount(alert),
    eval_time: `${minute}m`,
    exp_samples: [{ labels: "{}", value: 0 }],
  });
  const test = (what: string, samples: Samples, promql_expr_test: unknown[]) => ({
    name: `${name} ${what} (${runbookPath(alert)})`,
    interval: "1m",
    input_series: inputs(samples),
    promql_expr_test,
  });
  if (proof === null) return [test("always fires", {}, [firesAt(inTime)])];
  const { faults, slow, clears, quiet } = proof;
  const clearing = (samples: Samples, at: number) =>
    test("fires in time and clears", samples, [silentAt(before), firesAt(at), silentAt(clears)]);
  return [
    ...faults.map((samples) => clearing(samples, inTime)),
    ...(slow === undefined ? [] : [clearing(slow.fault, slow.at)]),
    ...quiet.map((samples) =>
      test(
        "stays silent",
        samples,
        Array.from({ length: clears }, (_, minute) => silentAt(minute)),
      ),
    ),
  ];
}
