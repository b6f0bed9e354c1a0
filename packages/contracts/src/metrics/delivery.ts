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
    help: "Webhook events of a kind that delivery does not use",
    labels: [],
  },
  delivery_webhook_items_foreign_total: {
    type: "counter",
    unit: "count",
    help: "Webhook events of another number of the same app, or of another WAHA session",
    labels: [],
  },
  delivery_webhook_items_failed_total: {
    type: "counter",
    unit: "count",
    help: "Webhook events whose processing failed, by outcome: retried, set_aside",
    labels: ["kind", "outcome"],
  },
  delivery_sender_stopped: {
    type: "gauge",
    unit: "boolean",
    help: "1 while the provider refuses all messages, all templates or all voice notes from this sender",
    labels: ["scope"],
  },
  delivery_inbound_total: {
    type: "counter",
    unit: "count",
    help: "Messages from phones, by their request",
    labels: ["kind"],
  },
  delivery_account_events_total: {
    type: "counter",
    unit: "count",
    help: "Reports of the provider about our account, its templates and our number",
    labels: ["field"],
  },
  delivery_slots_total: {
    type: "counter",
    unit: "count",
    help: "Due slots, by outcome",
    labels: ["outcome"],
  },
  delivery_media_uploads_total: {
    type: "counter",
    unit: "count",
    help: "Voice notes uploaded to the provider; equal ones are uploaded once",
    labels: ["outcome"],
  },
  delivery_lateness_seconds: {
    type: "histogram",
    unit: "seconds",
    help: "Time from the due instant of a scheduled digest until the provider accepts its first message",
    labels: [],
    buckets: [0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 1800, 7200],
  },
  delivery_unknown_sender_replies_total: {
    type: "counter",
    unit: "count",
    help: "Messages from unknown senders, by the outcome of the reply: accepted, refused, uncertain, silent (one was sent within the hour), rate_exceeded",
    labels: ["outcome"],
  },
  delivery_messages_total: {
    type: "counter",
    unit: "count",
    help: "Calls to the provider, by form and outcome",
    labels: ["form", "outcome"],
  },
  delivery_digests_total: {
    type: "counter",
    unit: "count",
    help: "Scheduled digests by outcome: done, skipped (no news, or no longer wanted), failed, missed",
    labels: ["outcome", "reason"],
  },
  delivery_oldest_due_seconds: {
    type: "gauge",
    unit: "seconds",
    help: "How long the oldest due delivery has waited for a worker",
    labels: [],
  },
  delivery_rate_fallback_total: {
    type: "counter",
    unit: "count",
    help: "Calls that a replica admitted by its own share of the rate, because Redis was away",
    labels: [],
  },
  delivery_rate_throttled_total: {
    type: "counter",
    unit: "count",
    help: "Calls that the provider refused because of its rate limit",
    labels: [],
  },
} as const satisfies Record<string, Metric>;
