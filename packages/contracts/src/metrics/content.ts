import type { Metric } from "./metric.ts";

export const content = {
  content_model_tokens_total: {
    type: "counter",
    unit: "tokens",
    help: "Tokens that the language model read (input) and wrote (output): what the provider bills",
    labels: ["direction"],
  },
  content_model_calls_total: {
    type: "counter",
    unit: "count",
    help: "Calls of the language model, by outcome: ok, or the class of the failure",
    labels: ["outcome"],
  },
  content_draft_parts_dropped_total: {
    type: "counter",
    unit: "count",
    help: "Sentences and headlines of drafts that failed a check and were left out",
    labels: [],
  },
  content_feed_polls_total: {
    type: "counter",
    unit: "count",
    help: "Polls of feeds by outcome: changed, same_body, unchanged (304), or why it failed",
    labels: ["outcome"],
  },
  content_feed_items_total: {
    type: "counter",
    unit: "count",
    help: "Entries of feeds that were new",
    labels: [],
  },
  content_feeds_failing: {
    type: "gauge",
    unit: "feeds",
    help: "Feeds of the catalogue whose last poll failed",
    labels: [],
  },
  content_feed_up: {
    type: "gauge",
    unit: "boolean",
    help: "1 when the last poll of the feed succeeded, else 0; one series for each feed of the catalogue",
    labels: ["feed"],
  },
  content_feed_failures: {
    type: "gauge",
    unit: "count",
    help: "Polls of the feed that failed in a row",
    labels: ["feed"],
  },
  content_feed_age_seconds: {
    type: "gauge",
    unit: "seconds",
    help: "Since the feed last answered",
    labels: ["feed"],
  },
  content_budget_reached: {
    type: "gauge",
    unit: "boolean",
    help: "1 while the day's ceiling keeps a provider from being asked, 0 otherwise; as of the last time it was needed",
    labels: ["budget"],
  },
  content_budget_refusals_total: {
    type: "counter",
    unit: "count",
    help: "Calls of a provider that were not made because of the day's ceiling",
    labels: ["budget"],
  },
  content_digests_composed_total: {
    type: "counter",
    unit: "count",
    help: "Recordings of digests: composed by joining clips, or shared with an equal digest",
    labels: ["form", "outcome"],
  },
  content_join_duration_seconds: {
    type: "histogram",
    unit: "seconds",
    help: "Time to join the clips of one digest",
    labels: ["form"],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3],
  },
  content_scripts_total: {
    type: "counter",
    unit: "count",
    help: "Scripts written, by how and why: ok, or what kept the model from writing it",
    labels: ["method", "reason", "language"],
  },
  content_speech_syntheses_total: {
    type: "counter",
    unit: "count",
    help: "Texts sent to the speech provider, by outcome: ok, or the class of the failure",
    labels: ["language", "voice", "outcome"],
  },
  content_speech_characters_total: {
    type: "counter",
    unit: "characters",
    help: "Characters of the texts that were spoken, their markup included: what the provider bills",
    labels: ["language", "voice"],
  },
  content_clip_cache_total: {
    type: "counter",
    unit: "count",
    help: "Clips asked for: hit when it was there, shared when somebody was making it, made when we made it",
    labels: ["outcome"],
  },
  content_items_sorted_total: {
    type: "counter",
    unit: "count",
    help: "Entries of feeds by what they became: a story of their own, or one more source of a known one",
    labels: ["language", "became"],
  },
  content_feeds: {
    type: "gauge",
    unit: "feeds",
    help: "Feeds of the catalogue",
    labels: [],
  },
} as const satisfies Record<string, Metric>;
