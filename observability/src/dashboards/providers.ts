import { series } from "../expression.ts";
import type { Board, Panel } from "./board.ts";
import { growth, growthBy, here, highest, perLabel, rate } from "./queries.ts";

const noModel = "no key of a language model is set, or no call was needed yet";

/** Also on the overview. */
export const dailyLimits: Panel = {
  title: "Daily limits",
  description: "1 while the daily limit stops calls to a provider.",
  format: "none",
  limits: { warn: 1, bad: 1 },
  queries: [perLabel("max", "budget", series("content_budget_reached", here))],
  runbook: "budget-reached",
  mayBeEmpty: "no provider with a daily limit was called yet",
};

export const providers: Board = {
  uid: "matinale-providers",
  title: "Matinale · providers and costs",
  description:
    "Calls to WhatsApp, the language model, speech and Stripe: outcomes and billed amounts.",
  rows: [
    {
      title: "WhatsApp",
      width: 12,
      panels: [
        {
          title: "Messages",
          description:
            "Calls by form and outcome: accepted, uncertain, or the class of the refusal.",
          queries: [growthBy("delivery_messages_total", "form, outcome")],
          runbook: "sender-stopped",
        },
        {
          title: "Calls not accepted",
          description:
            "Share of the calls that the provider does not accept, by outcome. Retry and uncertain are its outages, throttled is our rate, sender and templates our account.",
          format: "percentunit",
          limits: { warn: 0.05, bad: 0.2 },
          queries: [
            {
              expr: `sum by (outcome) (${rate(series("delivery_messages_total", { ...here, outcome: "!=accepted" }))}) / on () group_left() (sum(${rate(series("delivery_messages_total", here))}) > 0)`,
              legend: "{{outcome}}",
            },
          ],
          runbook: "provider-refusing",
          mayBeEmpty: "no call was made",
        },
        {
          title: "Throttling",
          description:
            "Calls that the provider refused as too fast, and calls of replicas that did not share the rate because Redis was away.",
          queries: [
            growth("delivery_rate_throttled_total", "throttled"),
            growth("delivery_rate_fallback_total", "without Redis"),
          ],
          runbook: "provider-refusing",
        },
        {
          title: "Receipts",
          description: "Statuses that arrived by webhook.",
          queries: [growthBy("delivery_receipts_total", "status")],
          runbook: "receipts-missing",
        },
        {
          title: "Uploaded voice notes",
          description: "Equal voice notes are uploaded once.",
          queries: [growthBy("delivery_media_uploads_total", "outcome")],
        },
        {
          title: "Templates sent today",
          description: "The provider bills templates. Messages inside the 24-hour window are free.",
          queries: [
            growth("delivery_messages_total", "templates", {
              window: "1d",
              where: { form: "template", outcome: "accepted" },
            }),
          ],
        },
      ],
    },
    {
      title: "Billed by use",
      panels: [
        {
          title: "Tokens of the language model, one day",
          description: "Input and output tokens, as the provider bills them.",
          queries: [growthBy("content_model_tokens_total", "direction", { window: "1d" })],
          mayBeEmpty: noModel,
        },
        {
          title: "Characters spoken, one day",
          description: "As the speech provider bills them, markup included.",
          queries: [
            growthBy("content_speech_characters_total", "language, voice", { window: "1d" }),
          ],
        },
        {
          title: "Calls not made because of a daily limit",
          description: "By limit. Summaries are extracts, or digests are text only.",
          queries: [growthBy("content_budget_refusals_total", "budget")],
          runbook: "budget-reached",
          mayBeEmpty: "no daily limit was reached",
        },
        {
          title: "Webhooks",
          description:
            "Calls of Stripe by outcome, and items of WhatsApp that failed, are not used, or belong to another number.",
          queries: [
            growthBy("billing_stripe_webhooks_total", "outcome"),
            growthBy("delivery_webhook_items_failed_total", "kind, outcome"),
            growth("delivery_webhook_items_ignored_total", "not used"),
            growth("delivery_webhook_items_foreign_total", "other number"),
          ],
          runbook: "webhook-items-set-aside",
          mayBeEmpty: "no webhook has arrived, or none has failed",
        },
        dailyLimits,
      ],
    },
    {
      title: "Language, speech, payments",
      panels: [
        {
          title: "Calls of the language model",
          description:
            "By outcome: ok, or the class of the failure. Extracts replace failed summaries.",
          queries: [growthBy("content_model_calls_total", "outcome")],
          runbook: "model-failing",
          mayBeEmpty: noModel,
        },
        {
          title: "Calls of the speech provider",
          description: "By outcome. Digests without sound are sent as text only.",
          queries: [growthBy("content_speech_syntheses_total", "outcome")],
          runbook: "speech-failing",
        },
        {
          title: "Requested clips",
          description:
            "Hit: the clip existed. Shared: another request was making it. Made: it was synthesised and billed.",
          queries: [growthBy("content_clip_cache_total", "outcome")],
        },
        {
          title: "Stripe jobs",
          description: "Jobs by kind and outcome.",
          width: 12,
          queries: [growthBy("billing_stripe_jobs_total", "kind, outcome")],
          mayBeEmpty: "no key of Stripe is set, or no webhook has arrived",
        },
        {
          title: "Oldest Stripe job",
          description: "How long the oldest job has waited.",
          format: "s",
          width: 12,
          limits: { warn: 60, bad: 600 },
          queries: [highest("billing_stripe_jobs_oldest_seconds", "waits")],
          runbook: "stripe-work-stuck",
        },
        {
          title: "Messages about accounts",
          description: "Mails and WhatsApp codes by kind and outcome.",
          width: 12,
          queries: [
            growthBy("identity_account_messages_total", "kind, outcome"),
            growthBy("delivery_reset_codes_total", "outcome"),
          ],
          mayBeEmpty: "no account was created, and no password was reset",
        },
        {
          title: "Failing message about an account",
          description: "How long the message that fails longest has failed.",
          format: "s",
          width: 12,
          limits: { warn: 60, bad: 900 },
          queries: [highest("identity_account_messages_failing_seconds", "fails")],
          runbook: "mail-failing",
        },
      ],
    },
  ],
};
