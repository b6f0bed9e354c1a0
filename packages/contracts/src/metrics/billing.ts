import type { Metric } from "./metric.ts";

export const billing = {
  billing_trials_ended_total: {
    type: "counter",
    unit: "count",
    help: "Trials that ended without a plan",
    labels: [],
  },
  billing_stripe_jobs_total: {
    type: "counter",
    unit: "count",
    help: "Stripe jobs by outcome",
    labels: ["kind", "outcome"],
  },
  billing_stripe_jobs_oldest_seconds: {
    type: "gauge",
    unit: "seconds",
    help: "How long the oldest Stripe job has been open",
    labels: [],
  },
  billing_trials_started_total: {
    type: "counter",
    unit: "count",
    help: "Started trials",
    labels: [],
  },
  billing_stripe_webhooks_total: {
    type: "counter",
    unit: "count",
    help: "Webhooks of Stripe by outcome",
    labels: ["outcome"],
  },
  billing_status_changes_total: {
    type: "counter",
    unit: "count",
    help: "Changed subscriptions by new status: active is a purchase, or a late payment",
    labels: ["status"],
  },
} as const satisfies Record<string, Metric>;
