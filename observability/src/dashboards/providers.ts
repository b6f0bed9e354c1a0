import { series } from "../expression.ts";
import type { Board } from "./board.ts";

const here = { namespace: "=~$namespace" };
const increase = (selector: string, by: string) =>
  `sum by (${by}) (increase(${selector}[$__rate_interval]))`;
const noModel = "no key of a language model is set, or it was not needed yet";

export const providers: Board = {
  uid: "matinale-providers",
  title: "Matinale · providers and costs",
  description:
    "Calls of WhatsApp, the language model, speech and Stripe, by what came of them, and what they bill.",
  rows: [
    {
      title: "WhatsApp",
      panels: [
        {
          title: "Messages",
          description:
            "Calls by form and outcome: accepted, uncertain, or the class of the refusal.",
          format: "short",
          width: 12,
          queries: [
            {
              expr: increase(series("delivery_messages_total", here), "form, outcome"),
              legend: "{{form}} {{outcome}}",
            },
          ],
          runbook: "sender-stopped",
        },
        {
          title: "Receipts",
          description: "Statuses that came back by webhook.",
          format: "short",
          width: 12,
          queries: [
            {
              expr: increase(series("delivery_receipts_total", here), "status"),
              legend: "{{status}}",
            },
          ],
        },
        {
          title: "Voice notes taken to the provider",
          description: "Equal ones are taken once.",
          format: "short",
          width: 12,
          queries: [
            {
              expr: increase(series("delivery_media_uploads_total", here), "outcome"),
              legend: "{{outcome}}",
            },
          ],
        },
        {
          title: "Templates sent today",
          description:
            "Conversations that we open are billed by the provider; the 24-hour window makes the rest free.",
          format: "short",
          width: 12,
          queries: [
            {
              expr: `sum(increase(${series("delivery_messages_total", { ...here, form: "template", outcome: "accepted" })}[1d]))`,
              legend: "templates",
            },
          ],
        },
      ],
    },
    {
      title: "What is billed by use",
      panels: [
        {
          title: "Tokens of the language model, one day",
          description: "Read (input) and written (output): what the provider bills.",
          format: "short",
          queries: [
            {
              expr: `sum by (direction) (increase(${series("content_model_tokens_total", here)}[1d]))`,
              legend: "{{direction}}",
            },
          ],
          mayBeEmpty: noModel,
        },
        {
          title: "Characters spoken, one day",
          description: "What the speech provider bills, markup included.",
          format: "short",
          queries: [
            {
              expr: `sum by (language, voice) (increase(${series("content_speech_characters_total", here)}[1d]))`,
              legend: "{{language}} {{voice}}",
            },
          ],
        },
        {
          title: "Ceilings of the day",
          description: "1 while the day's ceiling keeps a provider from being asked.",
          format: "none",
          limits: { warn: 1, bad: 1 },
          queries: [
            {
              expr: `max by (budget) (${series("content_budget_reached", here)})`,
              legend: "{{budget}}",
            },
          ],
          runbook: "budget-reached",
          mayBeEmpty: "no provider with a ceiling was asked yet",
        },
      ],
    },
    {
      title: "Language, speech, payments",
      panels: [
        {
          title: "Calls of the language model",
          description: "By outcome: ok, or the class of the failure. Extracts replace what fails.",
          format: "short",
          queries: [
            {
              expr: increase(series("content_model_calls_total", here), "outcome"),
              legend: "{{outcome}}",
            },
          ],
          runbook: "model-failing",
          mayBeEmpty: noModel,
        },
        {
          title: "Calls of the speech provider",
          description: "By outcome. What fails is sent as text only.",
          format: "short",
          queries: [
            {
              expr: increase(series("content_speech_syntheses_total", here), "outcome"),
              legend: "{{outcome}}",
            },
          ],
          runbook: "speech-failing",
        },
        {
          title: "Clips asked for",
          description: "Hit: it was there. Shared: somebody was making it. Made: paid for now.",
          format: "short",
          queries: [
            {
              expr: increase(series("content_clip_cache_total", here), "outcome"),
              legend: "{{outcome}}",
            },
          ],
        },
        {
          title: "News from Stripe",
          description: "Work by kind and outcome.",
          format: "short",
          width: 12,
          queries: [
            {
              expr: increase(series("billing_stripe_jobs_total", here), "kind, outcome"),
              legend: "{{kind}} {{outcome}}",
            },
          ],
          mayBeEmpty: "no key of Stripe is set, or nothing has come from it",
        },
        {
          title: "Oldest news from Stripe",
          description: "How long the oldest has waited to be acted upon.",
          format: "s",
          width: 12,
          limits: { warn: 60, bad: 600 },
          queries: [
            { expr: `max(${series("billing_stripe_jobs_oldest_seconds", here)})`, legend: "waits" },
          ],
          runbook: "stripe-work-stuck",
        },
      ],
    },
  ],
};
