import { series } from "../expression.ts";
import type { Board, Panel } from "./board.ts";
import { here, increase, perLabel, rate, total } from "./queries.ts";

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
      panels: [
        {
          title: "Messages",
          description:
            "Calls by form and outcome: accepted, uncertain, or the class of the refusal.",
          width: 12,
          queries: [
            perLabel("sum", "form, outcome", increase(series("delivery_messages_total", here))),
          ],
          runbook: "sender-stopped",
        },
        {
          title: "Calls not accepted",
          description:
            "Share of the calls that the provider does not accept, by outcome. Retry and uncertain are its outages, throttled is our rate, sender and templates our account.",
          format: "percentunit",
          width: 12,
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
          width: 12,
          queries: [
            total(increase(series("delivery_rate_throttled_total", here)), "throttled"),
            total(increase(series("delivery_rate_fallback_total", here)), "without Redis"),
          ],
          runbook: "provider-refusing",
        },
        {
          title: "Receipts",
          description: "Statuses that arrived by webhook.",
          width: 12,
          queries: [perLabel("sum", "status", increase(series("delivery_receipts_total", here)))],
          runbook: "receipts-missing",
        },
        {
          title: "Uploaded voice notes",
          description: "Equal voice notes are uploaded once.",
          width: 12,
          queries: [
            perLabel("sum", "outcome", increase(series("delivery_media_uploads_total", here))),
          ],
        },
        {
          title: "Templates sent today",
          description: "The provider bills templates. Messages inside the 24-hour window are free.",
          width: 12,
          queries: [
            total(
              increase(
                series("delivery_messages_total", {
                  ...here,
                  form: "template",
                  outcome: "accepted",
                }),
                "1d",
              ),
              "templates",
            ),
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
          queries: [
            perLabel(
              "sum",
              "direction",
              increase(series("content_model_tokens_total", here), "1d"),
            ),
          ],
          mayBeEmpty: noModel,
        },
        {
          title: "Characters spoken, one day",
          description: "As the speech provider bills them, markup included.",
          queries: [
            perLabel(
              "sum",
              "language, voice",
              increase(series("content_speech_characters_total", here), "1d"),
            ),
          ],
        },
        {
          title: "Calls not made because of a daily limit",
          description: "By limit. Summaries are extracts, or digests are text only.",
          queries: [
            perLabel("sum", "budget", increase(series("content_budget_refusals_total", here))),
          ],
          runbook: "budget-reached",
          mayBeEmpty: "no daily limit was reached",
        },
        {
          title: "Webhooks",
          description:
            "Calls of Stripe by outcome, and items of WhatsApp that failed, are not used, or belong to another number.",
          queries: [
            perLabel("sum", "outcome", increase(series("billing_stripe_webhooks_total", here))),
            perLabel(
              "sum",
              "kind, outcome",
              increase(series("delivery_webhook_items_failed_total", here)),
            ),
            total(increase(series("delivery_webhook_items_ignored_total", here)), "not used"),
            total(increase(series("delivery_webhook_items_foreign_total", here)), "other number"),
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
          queries: [
            perLabel("sum", "outcome", increase(series("content_model_calls_total", here))),
          ],
          runbook: "model-failing",
          mayBeEmpty: noModel,
        },
        {
          title: "Calls of the speech provider",
          description: "By outcome. Digests without sound are sent as text only.",
          queries: [
            perLabel("sum", "outcome", increase(series("content_speech_syntheses_total", here))),
          ],
          runbook: "speech-failing",
        },
        {
          title: "Requested clips",
          description:
            "Hit: the clip existed. Shared: another request was making it. Made: it was synthesised and billed.",
          queries: [perLabel("sum", "outcome", increase(series("content_clip_cache_total", here)))],
        },
        {
          title: "Stripe jobs",
          description: "Jobs by kind and outcome.",
          width: 12,
          queries: [
            perLabel("sum", "kind, outcome", increase(series("billing_stripe_jobs_total", here))),
          ],
          mayBeEmpty: "no key of Stripe is set, or no webhook has arrived",
        },
        {
          title: "Oldest Stripe job",
          description: "How long the oldest job has waited.",
          format: "s",
          width: 12,
          limits: { warn: 60, bad: 600 },
          queries: [
            { expr: `max(${series("billing_stripe_jobs_oldest_seconds", here)})`, legend: "waits" },
          ],
          runbook: "stripe-work-stuck",
        },
        {
          title: "Messages about accounts",
          description: "Mails and WhatsApp codes by kind and outcome.",
          width: 12,
          queries: [
            perLabel(
              "sum",
              "kind, outcome",
              increase(series("identity_account_messages_total", here)),
            ),
            perLabel("sum", "outcome", increase(series("delivery_reset_codes_total", here))),
          ],
          mayBeEmpty: "no account was created, and no password was reset",
        },
        {
          title: "Failing message about an account",
          description: "How long the message that fails longest has failed.",
          format: "s",
          width: 12,
          limits: { warn: 60, bad: 900 },
          queries: [
            {
              expr: `max(${series("identity_account_messages_failing_seconds", here)})`,
              legend: "fails",
            },
          ],
          runbook: "mail-failing",
        },
      ],
    },
  ],
};
