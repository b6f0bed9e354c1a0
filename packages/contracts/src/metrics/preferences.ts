import type { Metric } from "./metric.ts";

export const preferences = {
  preferences_category_limit_total: {
    type: "counter",
    unit: "count",
    help: "Refused choices of a category beyond the plan's limit",
    labels: [],
  },
} as const satisfies Record<string, Metric>;
