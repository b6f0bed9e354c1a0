import type { Metric } from "./metric.ts";

export const gateway = {
  gateway_circuit_open: {
    type: "gauge",
    unit: "boolean",
    help: "1 while calls to a service are refused at once, because it does not answer",
    labels: ["service"],
  },
  gateway_exports_incomplete_total: {
    type: "counter",
    unit: "count",
    help: "Exports without the part of a service that did not answer",
    labels: ["service"],
  },
  gateway_me_degraded_total: {
    type: "counter",
    unit: "count",
    help: "Parts of /api/me that came from the last known answer",
    labels: ["part"],
  },
} as const satisfies Record<string, Metric>;
