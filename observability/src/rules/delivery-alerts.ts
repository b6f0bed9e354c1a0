import { series, standard } from "../expression.ts";
import { grown, ours, proofBy, type Alert } from "./rule.ts";

/** Alerts for everything that stops digests, from the provider back to the events. */
export const deliveryAlerts: Alert[] = [
  {
    name: "SenderStopped",
    severity: "page",
    expr: `max by (namespace, scope) (${series("delivery_sender_stopped")}) == 1`,
    for: "5m",
    summary: "WhatsApp refuses all {{ $labels.scope }} of our sender",
    description:
      "Refused messages wait until the provider accepts them again. While it refuses templates, people with an open conversation still get their digests; while it refuses voice notes, texts go on.",
    proof: proofBy('delivery_sender_stopped{scope="templates"}', {
      at: "10m",
      fires: "1+0x20",
      quiet: "0 1 1 0+0x20",
      labels: { scope: "templates" },
    }),
  },
  {
    name: "DeliveriesStuck",
    severity: "page",
    expr: `max by (namespace) (${series("delivery_oldest_due_seconds")}) > 120`,
    for: "5m",
    summary:
      "A due delivery has waited for {{ $value | humanizeDuration }}, and no worker has claimed it",
    description: "Digests are due and are not sent: workers have stopped, or are too slow.",
    proof: proofBy("delivery_oldest_due_seconds", {
      at: "10m",
      fires: "150+60x20",
      quiet: "0 90 130 20+0x20",
    }),
  },
  {
    name: "MessagesRefused",
    severity: "ticket",
    expr: `${grown("namespace, form, outcome", series("delivery_messages_total", { outcome: "=~message|template|unknown" }), "1h")} > 0`,
    summary:
      "WhatsApp permanently refuses messages of the form {{ $labels.form }} ({{ $labels.outcome }})",
    description:
      "The message is invalid, its template is paused or disabled, or we do not know the provider's error code. Only with an unknown code does delivery try again, four times.",
    proof: {
      at: "30m",
      fires: {
        'delivery_messages_total{form="template",outcome="template"}': "0+0x10 1+0x60",
      },
      quiet: {
        'delivery_messages_total{form="template",outcome="template"}': "2+0x90",
        'delivery_messages_total{form="text",outcome="recipient"}': "0+5x90",
      },
      labels: { form: "template", outcome: "template" },
    },
  },
  {
    name: "WebhookItemsSetAside",
    severity: "ticket",
    expr: `${grown("namespace, kind", series("delivery_webhook_items_failed_total", { outcome: "set_aside" }), "1h")} > 0`,
    summary: "Webhook events of the kind {{ $labels.kind }} were set aside",
    description:
      "Each is a message from a phone or a status that had no effect; one of them may be a STOP.",
    proof: {
      at: "30m",
      fires: {
        'delivery_webhook_items_failed_total{kind="message",outcome="set_aside"}': "0+0x10 1+0x60",
      },
      quiet: {
        'delivery_webhook_items_failed_total{kind="message",outcome="set_aside"}': "2+0x90",
        'delivery_webhook_items_failed_total{kind="message",outcome="retried"}': "0+5x90",
      },
      labels: { kind: "message" },
    },
  },
  {
    name: "AccountChanged",
    severity: "ticket",
    expr: `${grown("namespace, field", series("delivery_account_events_total"), "1h")} > 0`,
    summary: "WhatsApp reports {{ $labels.field }} about our account",
    description:
      "A restriction, a paused template, or a lower quality or limit: sending may soon stop.",
    proof: proofBy('delivery_account_events_total{field="account_update"}', {
      at: "30m",
      fires: "0+0x10 1+0x60",
      quiet: "2+0x90",
      labels: { field: "account_update" },
    }),
  },
  {
    name: "DeadLetters",
    severity: "ticket",
    expr: `${grown("namespace, job, topic", series("bus_consumed_total", { outcome: "dead_letter" }), "1h")} > 0`,
    summary: "The consumer {{ $labels.job }}.{{ $labels.topic }} could not process events",
    description:
      "Each is a change or a digest that did not happen. The records are on the topic's .dlq.",
    proof: {
      at: "30m",
      fires: {
        'bus_consumed_total{job="delivery",topic="audio.ready",outcome="dead_letter"}':
          "0+0x10 1+0x60",
      },
      quiet: {
        'bus_consumed_total{job="delivery",topic="audio.ready",outcome="dead_letter"}': "3+0x90",
        'bus_consumed_total{job="delivery",topic="audio.ready",outcome="processed"}': "0+10x90",
      },
      labels: { job: "delivery", topic: "audio.ready" },
    },
  },
  {
    name: "ConsumerLag",
    severity: "page",
    expr: `sum by (namespace, job, topic) (max by (namespace, job, topic, partition) (${series("bus_consumer_lag")})) > 2000`,
    for: "10m",
    summary: "The consumer {{ $labels.job }}.{{ $labels.topic }} is {{ $value }} events behind",
    description:
      "Changes and digests reach this service late, or not at all if the consumer has stopped.",
    proof: proofBy('bus_consumer_lag{job="content",topic="digest.requested",partition="0"}', {
      at: "15m",
      fires: "2500+0x30",
      quiet: "0 9000 3000 0+0x30",
      labels: { job: "content", topic: "digest.requested" },
    }),
  },
  {
    name: "OutboxStuck",
    severity: "page",
    expr: `max by (namespace, job) (${series("outbox_oldest_seconds")}) > 60`,
    for: "5m",
    summary: "{{ $labels.job }} has not published an event for {{ $value | humanizeDuration }}",
    description:
      "Kafka is away, or the relay does not run: changes do not reach other services, and no digest is composed.",
    proof: proofBy('outbox_oldest_seconds{job="delivery"}', {
      at: "10m",
      fires: "70+60x20",
      quiet: "0 90 0+0x20",
      labels: { job: "delivery" },
    }),
  },
  {
    name: "EventsTooLarge",
    severity: "ticket",
    expr: `${grown("namespace, job, topic", series("outbox_set_aside_total"), "1h")} > 0`,
    summary: "{{ $labels.job }} set aside events of {{ $labels.topic }} that are too large",
    description:
      "Each is a change or a digest that does not reach other services. The events are in outbox_dead_letters.",
    proof: {
      at: "30m",
      fires: {
        'outbox_set_aside_total{job="content",topic="audio.ready"}': "0+0x10 1+0x60",
      },
      quiet: {
        'outbox_set_aside_total{job="content",topic="audio.ready"}': "3+0x90",
        'outbox_published_total{job="content",topic="audio.ready"}': "0+10x90",
      },
      labels: { job: "content", topic: "audio.ready" },
    },
  },
  {
    name: "DependencyAway",
    severity: "page",
    expr: `min by (namespace, job, dependency) (${series("dependency_up")}) == 0`,
    for: "1m",
    summary: "{{ $labels.job }} cannot reach {{ $labels.dependency }}",
    description: "At least one replica is not ready until the dependency answers again.",
    proof: proofBy('dependency_up{job="identity",dependency="mongodb"}', {
      at: "5m",
      fires: "1 0+0x20",
      quiet: "1 0 1+0x20",
      labels: { job: "identity", dependency: "mongodb" },
    }),
  },
  {
    name: "ServiceDown",
    severity: "page",
    expr: `sum by (namespace, job) (${standard("up", ours)}) == 0`,
    for: "2m",
    summary: "No replica of {{ $labels.job }} answers",
    description:
      "Requests to this service fail. Its work waits and is done when the service is back.",
    proof: {
      at: "5m",
      fires: { 'up{job="billing",instance="a"}': "0+0x20" },
      quiet: {
        'up{job="billing",instance="a"}': "0+0x20",
        'up{job="billing",instance="b"}': "1+0x20",
      },
      labels: { job: "billing" },
    },
  },
];
