import type { Metric } from "./metric.ts";

export const delivery = {
  delivery_receipts_total: {
    type: "counter",
    unit: "count",
    help: "Statuses from the provider",
    labels: ["status"],
  },
  delivery_webhook_items_ignored_total: {
    type: "counter",
    unit: "count",
    help: "Webhook items of a kind that is of no use here",
    labels: [],
  },
  delivery_webhook_items_foreign_total: {
    type: "counter",
    unit: "count",
    help: "Webhook items of another number of the same app, or another session of WAHA",
    labels: [],
  },
  delivery_webhook_items_failed_total: {
    type: "counter",
    unit: "count",
    help: "Webhook items that could not be processed, by what came of them: retried, set_aside",
    labels: ["kind", "outcome"],
  },
  delivery_sender_stopped: {
    type: "gauge",
    unit: "boolean",
    help: "1 while the provider refuses everything from this sender",
    labels: [],
  },
  delivery_inbound_total: {
    type: "counter",
    unit: "count",
    help: "Messages from phones, by what they ask for",
    labels: ["kind"],
  },
  delivery_slots_total: {
    type: "counter",
    unit: "count",
    help: "Slots whose turn has come, by what became of them",
    labels: ["outcome"],
  },
  delivery_media_uploads_total: {
    type: "counter",
    unit: "count",
    help: "Voice notes taken to the provider; equal ones are taken once",
    labels: ["outcome"],
  },
  delivery_lateness_seconds: {
    type: "histogram",
    unit: "seconds",
    help: "From the due instant of a scheduled digest to the provider's yes to its first message",
    labels: [],
    buckets: [0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 1800, 7200],
  },
  delivery_stranger_answers_total: {
    type: "counter",
    unit: "count",
    help: "Words from numbers without an account by what came of them: accepted, refused, uncertain, silent (answered within the hour), no_room",
    labels: ["outcome"],
  },
  delivery_messages_total: {
    type: "counter",
    unit: "count",
    help: "Calls to the provider, by form and what came of them",
    labels: ["form", "outcome"],
  },
  delivery_digests_total: {
    type: "counter",
    unit: "count",
    help: "Scheduled digests by how they ended: done, skipped (nothing to tell, or no longer wanted), failed, missed",
    labels: ["outcome", "reason"],
  },
  delivery_oldest_due_seconds: {
    type: "gauge",
    unit: "seconds",
    help: "How long the delivery that waits longest could have been worked on",
    labels: [],
  },
  delivery_rate_alone_total: {
    type: "counter",
    unit: "count",
    help: "Places in the provider's rate given out without the other replicas, because Redis was away",
    labels: [],
  },
  delivery_rate_throttled_total: {
    type: "counter",
    unit: "count",
    help: "Answers of the provider that said that we send too fast",
    labels: [],
  },
} as const satisfies Record<string, Metric>;
