import { billing } from "./billing.ts";
import { content } from "./content.ts";
import { delivery } from "./delivery.ts";
import { gateway } from "./gateway.ts";
import { identity } from "./identity.ts";
import { preferences } from "./preferences.ts";
import { shared } from "./shared.ts";

/** Every metric. Code, dashboards and alerts use no other. */
export const metrics = {
  ...shared,
  ...gateway,
  ...identity,
  ...preferences,
  ...billing,
  ...content,
  ...delivery,
} as const;

export type MetricName = keyof typeof metrics;
/** Names of the metrics of one type. */
export type MetricNameOf<T extends "counter" | "gauge" | "histogram"> = {
  [N in MetricName]: (typeof metrics)[N]["type"] extends T ? N : never;
}[MetricName];
export type LabelOf<N extends MetricName> = (typeof metrics)[N]["labels"][number];
