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
    help: "Work at Stripe by what became of it",
    labels: ["kind", "outcome"],
  },
  billing_stripe_jobs_oldest_seconds: {
    type: "gauge",
    unit: "seconds",
    help: "How long the oldest work at Stripe has been due",
    labels: [],
  },
  billing_trials_started_total: {
    type: "counter",
    unit: "count",
    help: "Trials begun",
    labels: [],
  },
  billing_stripe_webhooks_total: {
    type: "counter",
    unit: "count",
    help: "Webhooks of Stripe by what became of them",
    labels: ["outcome"],
  },
  billing_status_changes_total: {
    type: "counter",
    unit: "count",
    help: "Subscriptions that changed, by the status they took: active is a purchase or a payment that came after all",
    labels: ["status"],
  },
} as const satisfies Record<string, Metric>;
