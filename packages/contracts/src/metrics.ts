const counterOf = <const Labels extends readonly string[]>(help: string, ...labels: Labels) => ({
  type: "counter" as const,
  help,
  labels,
});

const gaugeOf = <const Labels extends readonly string[]>(help: string, ...labels: Labels) => ({
  type: "gauge" as const,
  help,
  labels,
});

/** @param buckets  upper bounds in the unit, ascending */
const histogramOf = <const Labels extends readonly string[]>(
  help: string,
  buckets: readonly number[],
  ...labels: Labels
) => ({ type: "histogram" as const, help, buckets, labels });

/**
 * Every metric, as Prometheus scrapes it. Code, dashboards and alerts use no other. Names are
 * `<owner>_<thing>_<unit|total>`; labels are enums with a handful of values, never ids.
 */
export const metrics = {
  // of every service: requests, workers, events in and out
  outbox_published_total: counterOf("Events from the outbox that Kafka acknowledged", "topic"),
  outbox_oldest_seconds: gaugeOf("Age of the oldest event that is not published yet"),
  bus_consumed_total: counterOf(
    "Consumed records by outcome: processed, dead_letter, or waited (batches that waited for the database)",
    "topic",
    "outcome",
  ),
  bus_consumer_lag: gaugeOf(
    "Records of a partition after the offset that a consumer group has committed, by the brokers; each service reports all groups",
    "group",
    "topic",
    "partition",
  ),
  bus_handle_duration_seconds: histogramOf(
    "Time of one batch in the consumer's handler",
    [0.001, 0.005, 0.02, 0.1, 0.5, 1, 2.5, 5, 10],
    "topic",
  ),
  timezone_data_info: gaugeOf(
    "1, with the release of the time zone data by which this process computes local times",
    "release",
  ),
  worker_failures_total: counterOf("Rounds of a worker that failed", "worker"),
  worker_last_success_timestamp_seconds: gaugeOf(
    "Unix time at which the last round of a worker succeeded, or at which the process started",
    "worker",
  ),
  worker_round_duration_seconds: histogramOf(
    "Time of one round of a worker",
    [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    "worker",
  ),
  http_request_duration_seconds: histogramOf(
    "Time from the first byte of a request to the last byte of its response",
    [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    "method",
    "route",
    "status",
  ),
  dependency_up: gaugeOf(
    "1 while a dependency that the service needs responds, 0 otherwise",
    "dependency",
  ),

  gateway_circuit_open: gaugeOf(
    "1 while calls to a service are refused at once, because it does not answer",
    "service",
  ),
  gateway_exports_incomplete_total: counterOf(
    "Exports without the part of a service that did not answer",
    "service",
  ),
  gateway_me_degraded_total: counterOf(
    "Parts of /api/me that came from the last known answer",
    "part",
  ),

  identity_password_hash_seconds: histogramOf(
    "Time of a password hash or check, waiting included",
    [0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5],
    "operation",
  ),
  identity_password_refused_total: counterOf(
    "Password hashes and checks refused because too many were waiting",
  ),
  identity_picture_seconds: histogramOf(
    "Time to make a profile image, waiting included",
    [0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5],
  ),
  identity_credential_checks_total: counterOf("E-mail and password pairs checked", "outcome"),
  identity_erasures_total: counterOf("Deleted accounts"),
  identity_picture_uploads_total: counterOf("Uploaded profile pictures, by outcome", "outcome"),
  identity_account_messages_total: counterOf(
    "Messages about accounts, by mail or WhatsApp, by kind and outcome",
    "kind",
    "outcome",
  ),
  identity_account_messages_failing_seconds: gaugeOf(
    "Time since the first failed attempt of the message that fails longest",
  ),
  identity_signups_total: counterOf("Created accounts"),

  preferences_category_limit_total: counterOf(
    "Refused choices of a category beyond the plan's limit",
  ),

  billing_trials_ended_total: counterOf("Trials that ended without a plan"),
  billing_stripe_jobs_total: counterOf("Stripe jobs by outcome", "kind", "outcome"),
  billing_stripe_jobs_oldest_seconds: gaugeOf("How long the oldest Stripe job has been open"),
  billing_trials_started_total: counterOf("Started trials"),
  billing_stripe_webhooks_total: counterOf("Webhooks of Stripe by outcome", "outcome"),
  billing_status_changes_total: counterOf(
    "Changed subscriptions by new status: active is a purchase, or a late payment",
    "status",
  ),

  content_model_tokens_total: counterOf(
    "Billed tokens of the language model: input and output",
    "direction",
  ),
  content_model_calls_total: counterOf(
    "Calls of the language model, by outcome: ok, or the class of the failure",
    "outcome",
  ),
  content_draft_parts_dropped_total: counterOf(
    "Sentences and headlines of drafts that failed a check and were left out",
  ),
  content_feed_polls_total: counterOf(
    "Polls of feeds by outcome: changed, same_body, unchanged (304), or why it failed",
    "outcome",
  ),
  content_feed_items_total: counterOf("New entries of feeds"),
  content_feeds_failing: gaugeOf("Feeds of the catalogue whose last poll failed"),
  content_feed_failures: gaugeOf(
    "Polls of the feed that failed in a row, and why the last one failed, or none",
    "feed",
    "failure",
  ),
  content_feed_age_seconds: gaugeOf("Time since the feed last answered", "feed"),
  content_budget_reached: gaugeOf(
    "1 while the daily limit stops calls of a provider, else 0; as of the last call that was needed",
    "budget",
  ),
  content_budget_refusals_total: counterOf(
    "Calls of a provider that were not made because of the daily limit",
    "budget",
  ),
  content_distinct_orders_total: counterOf("Distinct orders; equal requests are one order"),
  content_compositions_total: counterOf(
    "Compositions, by outcome; incomplete ones lack audio and are repeated while there is time",
    "kind",
    "outcome",
  ),
  content_digest_leases_lost_total: counterOf(
    "Digests that another process took over (taken), or whose lease could not be renewed (renewal)",
    "how",
  ),
  content_digests_composed_total: counterOf("Assembled audio of digests", "form"),
  content_join_duration_seconds: histogramOf(
    "Time to join the clips of one digest",
    [0.001, 0.003, 0.01, 0.03, 0.1, 0.3],
    "form",
  ),
  content_scripts_total: counterOf(
    "Scripts by method and reason: ok, or why the model did not write it",
    "method",
    "reason",
    "language",
  ),
  content_speech_syntheses_total: counterOf(
    "Texts sent to the speech provider, by outcome: ok, or the class of the failure",
    "language",
    "voice",
    "outcome",
  ),
  content_speech_characters_total: counterOf(
    "Billed characters of spoken texts, markup included",
    "language",
    "voice",
  ),
  content_clip_cache_total: counterOf(
    "Requested clips: hit (existed), shared (another request was making it), made",
    "outcome",
  ),
  content_items_sorted_total: counterOf(
    "Entries of feeds by what they became: a new story, or a source of a known story",
    "language",
    "became",
  ),
  content_alerts_total: counterOf(
    "Events that four outlets carried within half an hour, by verdict: breaking, or why no alert was raised",
    "verdict",
  ),
  content_alerts_composed_total: counterOf(
    "Composed alerts: published, unwanted (no subscriber wants it), withdrawn, failed",
    "outcome",
  ),
  content_feeds: gaugeOf("Feeds of the catalogue"),

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
} as const;

export type MetricName = keyof typeof metrics;
/** Names of the metrics of one type. */
export type MetricNameOf<T extends "counter" | "gauge" | "histogram"> = {
  [N in MetricName]: (typeof metrics)[N]["type"] extends T ? N : never;
}[MetricName];
export type LabelOf<N extends MetricName> = (typeof metrics)[N]["labels"][number];
