import { counterOf, gaugeOf, histogramOf } from "./metric.ts";

export const content = {
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
};
