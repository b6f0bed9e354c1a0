import { series } from "../expression.ts";
import { grown, page, proofBy, proofByGrowth, ticket, type Alert } from "./rule.ts";

/** Outcomes of calls that concern the provider or our account, not one person or one message. */
const wide = "=~throttled|pair_limit|retry|uncertain|sender|templates|voice_notes|unknown";
const calls = grown("namespace", series("delivery_messages_total"), "5m");
const notAccepted = grown(
  "namespace, outcome",
  series("delivery_messages_total", { outcome: wide }),
  "5m",
);
const receipts = grown("namespace", series("delivery_receipts_total"), "6m");
/** A minute ago: receipts follow within seconds. */
const acceptedBefore = grown(
  "namespace",
  series("delivery_messages_total", { outcome: "accepted" }),
  "5m",
  "1m",
);

/** Series of the calls that send texts. */
const texts = (outcome: string) => `delivery_messages_total{form="text",outcome="${outcome}"}`;

/** Alerts for everything that stops messages, from the provider back to the schedule. */
export const deliveryAlerts: Alert[] = [
  page("ProviderRefusing", {
    expr: `${notAccepted} / on (namespace) group_left() ${calls} > 0.2 and ${notAccepted} >= 5`,
    for: "1m",
    summary:
      "WhatsApp does not accept {{ $value | humanizePercentage }} of our calls ({{ $labels.outcome }})",
    description:
      "Messages wait and are tried again, until two hours after the due instant of their digest. The runbook has a section for each outcome.",
    section: "{{ $labels.outcome }}",
    proof: {
      faults: [
        {
          [texts("accepted")]: "0+60x4 240x20 240+60x40",
          [texts("retry")]: "0x4 60+60x20 1320x40",
        },
      ],
      clears: 35,
      quiet: [
        {
          [texts("accepted")]: "0+60x60",
          [texts("retry")]: "0+6x60",
          [texts("recipient")]: "0+60x60",
        },
        // too few, and repeats to one phone among few calls
        { [texts("retry")]: "0x20 3x40" },
        { [texts("accepted")]: "0x20 5x40", [texts("pair_limit")]: "0x20 2 3 4x40" },
      ],
      labels: { outcome: "retry" },
    },
  }),
  page("DigestsOverdue", {
    // one or two digests may concern one phone, but not for a quarter of an hour
    expr: `max by (namespace) (${series("delivery_digests_due_oldest_seconds")}) > 120 and on (namespace) max by (namespace) (${series("delivery_digests_overdue")}) > 2 or max by (namespace) (${series("delivery_digests_due_oldest_seconds")}) > 900`,
    for: "1m",
    summary:
      "A digest has been due for {{ $value | humanizeDuration }}, and WhatsApp has not accepted it",
    description:
      "Digests are late and not sent yet: they are not composed, not claimed, or refused.",
    proof: {
      faults: [
        {
          delivery_digests_due_oldest_seconds: "0x4 0+60x20 0x20",
          delivery_digests_overdue: "0x5 40x20 0x20",
        },
      ],
      slow: {
        because: "a single digest may concern one phone",
        at: 23,
        fault: {
          delivery_digests_due_oldest_seconds: "0x4 0+60x30 0x20",
          delivery_digests_overdue: "0x5 1x29 0x20",
        },
      },
      clears: 40,
      quiet: [
        {
          delivery_digests_due_oldest_seconds: "0+60x14 0x40",
          delivery_digests_overdue: "2x14 0x40",
        },
        { delivery_digests_due_oldest_seconds: "100x40", delivery_digests_overdue: "500x40" },
      ],
    },
  }),
  page("ReceiptsMissing", {
    expr: `(${receipts} or 0 * ${acceptedBefore}) / (${acceptedBefore} > 20) < 0.5`,
    summary: "WhatsApp accepts messages and reports hardly any receipt",
    description:
      "Webhooks do not arrive: no STOP is heard, no reply is sent, and failed messages are not noticed.",
    proof: {
      faults: [
        {
          [texts("accepted")]: "0+60x60",
          'delivery_receipts_total{status="delivered"}': "0+120x4 480x20 480+120x40",
        },
      ],
      clears: 36,
      quiet: [
        { [texts("accepted")]: "0+60x60", 'delivery_receipts_total{status="sent"}': "0+60x60" },
        { [texts("accepted")]: "0x20 15x40" },
      ],
    },
  }),
  page("SchedulerStopped", {
    expr: `time() - max by (namespace) (${series("worker_last_success_timestamp_seconds", { worker: "plan-due-deliveries" })}) > 90`,
    for: "1m",
    summary: "No digest has been planned for {{ $value | humanizeDuration }}",
    description:
      "The worker that plans due digests every 10 seconds fails or stands still on all replicas. Digests of the next quarter of an hour are not composed.",
    proof: proofBy(
      'worker_last_success_timestamp_seconds{job="delivery",worker="plan-due-deliveries"}',
      { fault: "0+60x4 300x20 1560+60x20", quiet: "0+60x60" },
    ),
  }),
  page("SenderStopped", {
    expr: `max by (namespace, scope) (${series("delivery_sender_stopped")}) == 1`,
    for: "2m",
    summary: "WhatsApp accepts no {{ $labels.scope }} from our sender",
    description:
      "It refuses them, or does not answer. They wait until it accepts them again. While it refuses templates, people with an open conversation still get their digests; while it refuses voice notes, texts go on.",
    proof: proofBy('delivery_sender_stopped{scope="templates"}', {
      fault: "0x4 1x20 0x20",
      quiet: "0 1 0x40",
      labels: { scope: "templates" },
    }),
  }),
  page("DeliveriesStuck", {
    // deliveries wait while an operator has stopped sending
    expr: `max by (namespace) (${series("delivery_oldest_due_seconds")}) > 120 unless on (namespace) max by (namespace) (${series("delivery_sending_stopped")}) > 0`,
    for: "1m",
    summary:
      "A due delivery has waited for {{ $value | humanizeDuration }}, and no worker has claimed it",
    description: "Digests are due and are not sent: workers have stopped, or are too slow.",
    proof: {
      faults: [
        {
          delivery_oldest_due_seconds: "0x4 0+60x20 0x20",
          'delivery_sending_stopped{instance="a"}': "0x60",
        },
      ],
      quiet: [
        { delivery_oldest_due_seconds: "0 90 130 20x40" },
        // a stop by an operator, which one replica has not read yet
        {
          delivery_oldest_due_seconds: "0x4 0+60x20 0x20",
          'delivery_sending_stopped{instance="a"}': "0x4 1x20 0x20",
          'delivery_sending_stopped{instance="b"}': "0x5 1x19 0x20",
        },
      ],
    },
  }),
  ticket("MessagesRefused", {
    expr: `${grown("namespace, form, outcome", series("delivery_messages_total", { outcome: "=~message|template|unknown" }), "1h")} > 0`,
    summary:
      "WhatsApp permanently refuses messages of the form {{ $labels.form }} ({{ $labels.outcome }})",
    description:
      "The message is invalid, its template is paused or disabled, or we do not know the provider's error code. Only with an unknown code does delivery try again, four times.",
    proof: proofByGrowth(
      'delivery_messages_total{form="template",outcome="template"}',
      { form: "template", outcome: "template" },
      { [texts("recipient")]: "0+5x90" },
    ),
  }),
  ticket("WebhookItemsSetAside", {
    expr: `${grown("namespace, kind", series("delivery_webhook_items_failed_total", { outcome: "set_aside" }), "1h")} > 0`,
    summary: "Webhook items of the kind {{ $labels.kind }} were set aside",
    description:
      "Each is a message from a phone or a status that had no effect; one of them may be a STOP.",
    proof: proofByGrowth(
      'delivery_webhook_items_failed_total{kind="message",outcome="set_aside"}',
      { kind: "message" },
      { 'delivery_webhook_items_failed_total{kind="message",outcome="retried"}': "0+5x90" },
    ),
  }),
  ticket("AccountChanged", {
    expr: `${grown("namespace, field", series("delivery_account_events_total"), "1h")} > 0`,
    summary: "WhatsApp reports {{ $labels.field }} about our account",
    description:
      "A restriction, a paused template, or a lower quality or limit: sending may soon stop.",
    proof: proofByGrowth('delivery_account_events_total{field="account_update"}', {
      field: "account_update",
    }),
  }),
];
