import { alerts, runbookOf, runbookPath } from "./rules/index.ts";
import { waitingRecords } from "./rules/objectives.ts";
import type { Alert, Samples } from "./rules/rule.ts";

/** A test of promtool. `promql_expr_test` says what it expects, at which minute. */
const ruleTest = (name: string, samples: Samples, promql_expr_test: unknown[]) => ({
  name,
  interval: "1m",
  input_series: Object.entries(samples).map(([series, values]) => ({ series, values })),
  promql_expr_test,
});

const expected = (minute: number, expr: string, value: number, labels = "{}") => ({
  expr,
  eval_time: `${minute}m`,
  exp_samples: [{ labels, value }],
});

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

const lateDigests = (series: string, value: number) =>
  expected(60, `round(matinale:digests_late:${series}, 0.0001)`, value);

/** Of 100 digests a minute, 2 are late and 2 are lost, for both ways in which Prometheus writes the bound. */
const objectiveTest = (bound: string) =>
  ruleTest(
    `counts late digests with a bound of ${bound}`,
    {
      delivery_lateness_seconds_count: "0+98x60",
      [`delivery_lateness_seconds_bucket{le="${bound}"}`]: "0+96x60",
      'delivery_digests_total{outcome="failed",reason="provider_down"}': "0+1x60",
      'delivery_digests_total{outcome="failed",reason="unreachable"}': "0+7x60",
      'delivery_slots_total{outcome="missed"}': "0+1x60",
      delivery_digests_overdue: "0x60",
    },
    [lateDigests("ratio_1h", 0.04)],
  );

/** Of 1,000 digests of the last hour, 250 wait since more than a minute: each is late before it is accepted. */
const overdueTest = ruleTest(
  "counts digests that wait as late, from 60 s after their due instant",
  {
    delivery_lateness_seconds_count: "0+15x50 750x20",
    'delivery_lateness_seconds_bucket{le="60"}': "0+15x50 750x20",
    delivery_digests_overdue: "0x50 250x20",
  },
  [lateDigests("ratio_1h", 0.25), lateDigests("ratio_5m", 1), lateDigests("events_1h", 1000)],
);

/** Of 100 requests a minute, 6 fail; another product also has a gateway, and all its requests fail. */
const gatewayTest = ruleTest(
  "counts the requests of our gateway only",
  {
    'timezone_data_info{namespace="matinale",job="gateway"}': "1x60",
    'http_request_duration_seconds_count{namespace="matinale",job="gateway",status="200"}':
      "0+94x60",
    'http_request_duration_seconds_count{namespace="matinale",job="gateway",status="502"}':
      "0+6x60",
    'http_request_duration_seconds_count{namespace="other",job="gateway",status="500"}': "0+100x60",
  },
  [
    expected(
      60,
      "round(matinale:gateway_failing:ratio_1h, 0.0001)",
      0.06,
      '{namespace="matinale"}',
    ),
  ],
);

const lagOf = (job: string, partition: number) =>
  `bus_consumer_lag{job="${job}",group="content.digest.requested",topic="digest.requested",partition="${partition}"}`;
/** Two services report the same lag of a partition; the rule counts it once. */
const lagTest = ruleTest(
  "adds the lag of all partitions once",
  {
    [lagOf("content", 0)]: "40x60",
    [lagOf("delivery", 0)]: "40x60",
    [lagOf("delivery", 1)]: "2x60",
  },
  [expected(5, waitingRecords, 42, `${waitingRecords}{job="content", topic="digest.requested"}`)],
);

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
  const firing = `ALERTS{alertname="${name}",alertstate="firing"}`;
  const firesAt = (minute: number) => expected(minute, firing, 1, `ALERTS{${labelsOf(alert)}}`);
  // promtool's own alert test would compare the text of annotations too
  const silentAt = (minute: number) => expected(minute, `count(${firing}) or vector(0)`, 0);
  const test = (what: string, samples: Samples, expectations: unknown[]) =>
    ruleTest(`${name} ${what} (${runbookPath(alert)})`, samples, expectations);
  if (proof === null) return [test("always fires", {}, [firesAt(inTime)])];
  const { faults, slow, clears = 30, quiet } = proof;
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
