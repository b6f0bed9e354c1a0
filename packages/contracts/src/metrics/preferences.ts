import type { Metric } from "./metric.ts";

export const preferences = {
  preferences_category_limit_total: {
    type: "counter",
    unit: "count",
    help: "Choices of one category more than the plan includes",
    labels: [],
  },
} as const satisfies Record<string, Metric>;
