import { counterOf, gaugeOf } from "./metric.ts";

export const billing = {
  billing_trials_ended_total: counterOf("Trials that ended without a plan"),
  billing_stripe_jobs_total: counterOf("Stripe jobs by outcome", "kind", "outcome"),
  billing_stripe_jobs_oldest_seconds: gaugeOf("How long the oldest Stripe job has been open"),
  billing_trials_started_total: counterOf("Started trials"),
  billing_stripe_webhooks_total: counterOf("Webhooks of Stripe by outcome", "outcome"),
  billing_status_changes_total: counterOf(
    "Changed subscriptions by new status: active is a purchase, or a late payment",
    "status",
  ),
};
