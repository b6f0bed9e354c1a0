import { alerts, runbookPath } from "./rules/index.ts";
import type { Alert, Samples } from "./rules/rule.ts";

const inputs = (samples: Samples) =>
  Object.entries(samples).map(([series, values]) => ({ series, values }));

/** Counts firing alerts. promtool's own alert test would compare the text of annotations too. */
const firingCount = (alert: Alert) =>
  `count(ALERTS{alertname="${alert.name}",alertstate="firing"}) or vector(0)`;

const labelsOf = ({ name, severity, proof }: Alert): string =>
  Object.entries({ alertname: name, alertstate: "firing", severity, ...proof.labels })
    .map(([label, value]) => `${label}="${value}"`)
    .toSorted()
    .join(", ");

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
  }),
  promql_expr_test: [
    {
      expr: "round(matinale:digests_late:ratio_1h, 0.0001)",
      eval_time: "60m",
      exp_samples: [{ labels: "{}", value: 0.04 }],
    },
  ],
});

/** promtool's test file: each alert fires on its `fires` samples and stays silent on its `quiet` ones. */
export const ruleTests = (ruleFiles: readonly string[]) => ({
  rule_files: ruleFiles,
  evaluation_interval: "1m",
  tests: [...["60", "60.0"].map(objectiveTest), ...alerts.flatMap(alertTests)],
});

function alertTests(alert: Alert) {
  const { proof, name } = alert;
  const expression = (expr: string, exp_samples: unknown[]) => ({
    expr,
    eval_time: proof.at,
    exp_samples,
  });
  return [
    {
      name: `${name} fires (${runbookPath(alert)})`,
      interval: "1m",
      input_series: inputs(proof.fires),
      promql_expr_test: [
        expression(`ALERTS{alertname="${name}",alertstate="firing"}`, [
          { labels: `ALERTS{${labelsOf(alert)}}`, value: 1 },
        ]),
      ],
    },
    {
      name: `${name} stays silent`,
      interval: "1m",
      input_series: inputs(proof.quiet),
      promql_expr_test: [expression(firingCount(alert), [{ labels: "{}", value: 0 }])],
    },
  ];
}
