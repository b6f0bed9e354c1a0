import { series } from "../expression.ts";
import { panel, row, rowOfTwo, type Board } from "./board.ts";
import { growth, growthBy, here, highest, perLabel, query, rate } from "./queries.ts";

const noModel = "no key of a language model is set, or no call was needed yet";

/** Also on the overview. */
export const dailyLimits = panel(
  "Daily limits",
  "1 while the daily limit stops calls to a provider.",
  perLabel("max", "budget", series("content_budget_reached", here)),
  {
    format: "none",
    limits: { warn: 1, bad: 1 },
    runbook: "budget-reached",
    mayBeEmpty: "no provider with a daily limit was called yet",
  },
);

export const providers: Board = {
  uid: "matinale-providers",
  title: "Matinale · providers and costs",
  description:
    "Calls to WhatsApp, the language model, speech and Stripe: outcomes and billed amounts.",
  rows: [
    rowOfTwo("WhatsApp", [
      panel(
        "Messages",
        "Calls by form and outcome: accepted, uncertain, or the class of the refusal.",
        growthBy("delivery_messages_total", "form, outcome"),
        { runbook: "sender-stopped" },
      ),
      panel(
        "Calls not accepted",
        "Share of the calls that the provider does not accept, by outcome. Retry and uncertain are its outages, throttled is our rate, sender and templates our account.",
        query(
          `sum by (outcome) (${rate(series("delivery_messages_total", { ...here, outcome: "!=accepted" }))}) / on () group_left() (sum(${rate(series("delivery_messages_total", here))}) > 0)`,
          "{{outcome}}",
        ),
        {
          format: "percentunit",
          limits: { warn: 0.05, bad: 0.2 },
          runbook: "provider-refusing",
          mayBeEmpty: "no call was made",
        },
      ),
      panel(
        "Throttling",
        "Calls that the provider refused as too fast, and calls of replicas that did not share the rate because Redis was away.",
        [
          growth("delivery_rate_throttled_total", "throttled"),
          growth("delivery_rate_fallback_total", "without Redis"),
        ],
        { runbook: "provider-refusing" },
      ),
      panel(
        "Receipts",
        "Statuses that arrived by webhook.",
        growthBy("delivery_receipts_total", "status"),
        { runbook: "receipts-missing" },
      ),
      panel("Uploaded voice notes", "Equal voice notes are uploaded once.", [
        growthBy("delivery_media_uploads_total", "outcome"),
      ]),
      panel(
        "Templates sent today",
        "The provider bills templates. Messages inside the 24-hour window are free.",
        growth(
          "delivery_messages_total",
          "templates",
          { form: "template", outcome: "accepted" },
          "1d",
        ),
      ),
    ]),
    row("Billed by use", [
      panel(
        "Tokens of the language model, one day",
        "Input and output tokens, as the provider bills them.",
        growthBy("content_model_tokens_total", "direction", {}, "1d"),
        { mayBeEmpty: noModel },
      ),
      panel("Characters spoken, one day", "As the speech provider bills them, markup included.", [
        growthBy("content_speech_characters_total", "language, voice", {}, "1d"),
      ]),
      panel(
        "Calls not made because of a daily limit",
        "By limit. Summaries are extracts, or digests are text only.",
        growthBy("content_budget_refusals_total", "budget"),
        { runbook: "budget-reached", mayBeEmpty: "no daily limit was reached" },
      ),
      panel(
        "Webhooks",
        "Calls of Stripe by outcome, and items of WhatsApp that failed, are not used, or belong to another number.",
        [
          growthBy("billing_stripe_webhooks_total", "outcome"),
          growthBy("delivery_webhook_items_failed_total", "kind, outcome"),
          growth("delivery_webhook_items_ignored_total", "not used"),
          growth("delivery_webhook_items_foreign_total", "other number"),
        ],
        {
          runbook: "webhook-items-set-aside",
          mayBeEmpty: "no webhook has arrived, or none has failed",
        },
      ),
      dailyLimits,
    ]),
    row("Language, speech, payments", [
      panel(
        "Calls of the language model",
        "By outcome: ok, or the class of the failure. Extracts replace failed summaries.",
        growthBy("content_model_calls_total", "outcome"),
        { runbook: "model-failing", mayBeEmpty: noModel },
      ),
      panel(
        "Calls of the speech provider",
        "By outcome. Digests without sound are sent as text only.",
        growthBy("content_speech_syntheses_total", "outcome"),
        { runbook: "speech-failing" },
      ),
      panel(
        "Requested clips",
        "Hit: the clip existed. Shared: another request was making it. Made: it was synthesised and billed.",
        growthBy("content_clip_cache_total", "outcome"),
      ),
      panel(
        "Stripe jobs",
        "Jobs by kind and outcome.",
        growthBy("billing_stripe_jobs_total", "kind, outcome"),
        { width: 12, mayBeEmpty: "no key of Stripe is set, or no webhook has arrived" },
      ),
      panel(
        "Oldest Stripe job",
        "How long the oldest job has waited.",
        highest("billing_stripe_jobs_oldest_seconds", "waits"),
        { format: "s", width: 12, limits: { warn: 60, bad: 600 }, runbook: "stripe-work-stuck" },
      ),
      panel(
        "Messages about accounts",
        "Mails and WhatsApp codes by kind and outcome.",
        [
          growthBy("identity_account_messages_total", "kind, outcome"),
          growthBy("delivery_reset_codes_total", "outcome"),
        ],
        { width: 12, mayBeEmpty: "no account was created, and no password was reset" },
      ),
      panel(
        "Failing message about an account",
        "How long the message that fails longest has failed.",
        highest("identity_account_messages_failing_seconds", "fails"),
        { format: "s", width: 12, limits: { warn: 60, bad: 900 }, runbook: "mail-failing" },
      ),
    ]),
  ],
};
