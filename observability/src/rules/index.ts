import { burnRateAlerts } from "./burn-rate.ts";
import { contentAlerts } from "./content-alerts.ts";
import { deliveryAlerts } from "./delivery-alerts.ts";
import { platformAlerts } from "./platform-alerts.ts";
import { recordingRules } from "./objectives.ts";
import type { Alert } from "./rule.ts";

export const alerts: readonly Alert[] = [
  ...burnRateAlerts,
  ...deliveryAlerts,
  ...platformAlerts,
  ...contentAlerts,
];

const kebab = (name: string) => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase();

export const runbookOf = (alert: Alert): string => kebab(alert.name);
/** Path in the repository; the chart puts `monitoring.rules.runbooksUrl` before it. */
export const runbookPath = (alert: Alert): string => `docs/runbooks/${runbookOf(alert)}.md`;

/** Prometheus' rule files, by name. */
export const ruleFiles = {
  objectives: {
    groups: [
      {
        name: "matinale-objectives",
        interval: "30s",
        rules: recordingRules.map(({ record, expr }) => ({ record, expr })),
      },
    ],
  },
  alerts: {
    groups: [
      {
        name: "matinale-alerts",
        rules: alerts.map((alert) => ({
          alert: alert.name,
          expr: alert.expr,
          ...(alert.for === undefined ? {} : { for: alert.for }),
          labels: { severity: alert.severity, runbook: runbookOf(alert) },
          annotations: {
            summary: alert.summary,
            description: alert.description,
            runbook_url:
              runbookPath(alert) + (alert.section === undefined ? "" : `#${alert.section}`),
          },
        })),
      },
    ],
  },
};
