import { counterOf, gaugeOf, histogramOf } from "./metric.ts";

export const delivery = {
  delivery_receipts_total: counterOf("Statuses from the provider", "status"),
  delivery_webhook_items_ignored_total: counterOf(
    "Webhook items of a kind that delivery does not use",
  ),
  delivery_webhook_items_foreign_total: counterOf(
    "Webhook items of another number of the same app, or of another WAHA session",
  ),
  delivery_webhook_items_failed_total: counterOf(
    "Webhook items whose processing failed, by outcome: retried, set_aside",
    "kind",
    "outcome",
  ),
  delivery_sender_stopped: gaugeOf(
    "1 while no messages, no templates or no voice notes are sent, because the provider refuses them or does not answer",
    "scope",
  ),
  delivery_sending_stopped: gaugeOf(
    "1 while an operator has stopped this sender, or all senders: digests are composed and wait",
  ),
  delivery_inbound_total: counterOf("Messages from phones, by their request", "kind"),
  delivery_account_events_total: counterOf(
    "Reports of the provider about our account, its templates and our number",
    "field",
  ),
  delivery_slots_total: counterOf("Due slots, by outcome", "outcome"),
  delivery_media_uploads_total: counterOf(
    "Voice notes uploaded to the provider; equal ones are uploaded once",
    "outcome",
  ),
  delivery_lateness_seconds: histogramOf(
    "Time from the due instant of a scheduled digest until the provider accepts its first message",
    [0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 1800, 7200],
  ),
  delivery_reset_codes_total: counterOf(
    "Codes for a new password that identity had sent, by outcome",
    "outcome",
  ),
  delivery_unknown_sender_replies_total: counterOf(
    "Messages from unknown senders, by the outcome of the reply: accepted, refused, uncertain, silent (one was sent within the hour), rate_exceeded",
    "outcome",
  ),
  delivery_messages_total: counterOf(
    "Calls to the provider, by form and outcome",
    "form",
    "outcome",
  ),
  delivery_digests_total: counterOf(
    "Scheduled digests by outcome: done, skipped (no news, or no longer wanted), failed, missed",
    "outcome",
    "reason",
  ),
  delivery_alerts_total: counterOf(
    "Alerts for one person: planned, then done or why it was not sent; without planned, why it was suppressed",
    "outcome",
  ),
  delivery_oldest_due_seconds: gaugeOf("How long the oldest due delivery has waited for a worker"),
  delivery_digests_due: gaugeOf(
    "Scheduled digests that are due and that the provider has not accepted",
  ),
  delivery_digests_overdue: gaugeOf(
    "Scheduled digests that have been due for more than 60 s and that the provider has not accepted",
  ),
  delivery_digests_due_oldest_seconds: gaugeOf(
    "Time since the due instant of the oldest scheduled digest that the provider has not accepted",
  ),
  delivery_rate_fallback_total: counterOf(
    "Calls that a replica admitted by its own share of the rate, because Redis was away",
  ),
  delivery_rate_throttled_total: counterOf(
    "Calls that the provider refused because of its rate limit",
  ),
};
