import { counter } from "@matinale/kit";
import { keepLease, type Leased } from "@matinale/kit/mongo";
import type { WebhookEvent } from "../store/webhook-events.ts";
import { oldestFirst, type Webhook } from "../domain/channel/inbound.ts";
import { processItems, retryItems } from "../application/process-webhook-items.ts";
import type { Deps } from "../application/deps.ts";

const batch = 200;
/** With fewer calls of this length together, more may wait: a claim takes 16 MB at most. Characters. */
const longLength = 4 * 1024 * 1024;
/** A call has up to 1,000 statuses. The deliveries of those that are applied together are in memory at the same time. */
const statusesAtOnce = 500;

const ignored = counter("delivery_webhook_items_ignored_total");
const foreign = counter("delivery_webhook_items_foreign_total");

/** Claims stored webhook calls by lease and retries failed items. A crash repeats a call, which changes nothing. */
export async function processWebhooks(deps: Deps): Promise<void | "again"> {
  const { webhookEvents, logger } = deps;
  const leaseMs = deps.leases.webhookMs;
  const events = await webhookEvents.claimFirst({ now: deps.now(), limit: batch, leaseMs });
  // a call has up to 1,000 items: without the lease, another replica would process the calls again, and remove none
  const stop = keepLease((until) => webhookEvents.renew(events, until), {
    leaseMs,
    failed: (err: unknown) => logger.warn({ err }, "renewing the lease of webhook calls failed"),
  });
  await processClaimed(events, deps).finally(stop);
  await retryItems(deps);
  const length = events.reduce((sum, { body }) => sum + body.length, 0);
  if (events.length === batch || length > longLength) return "again";
}

async function processClaimed(events: readonly Leased<WebhookEvent>[], deps: Deps): Promise<void> {
  const readings = await Promise.all(events.map((event) => readingOf(event, deps)));
  const webhooks = readings.filter((reading) => reading !== null);
  count(webhooks, deps);
  // Messages first: a STOP must not wait behind statuses.
  await processInOrder(webhooks, deps);
  const preferences = webhooks.flatMap(({ marketingPreferences }) => marketingPreferences);
  await processItems("preference", preferences, deps);
  const echoes = webhooks.flatMap((webhook) => webhook.echoes);
  await processItems("echo", echoes, deps);
  const statuses = webhooks.flatMap((webhook) => webhook.statuses);
  for (let from = 0; from < statuses.length; from += statusesAtOnce) {
    await processItems("status", statuses.slice(from, from + statusesAtOnce), deps);
  }
  const accountEvents = webhooks.flatMap((webhook) => webhook.accountEvents);
  await processItems("account", accountEvents, deps);
  await deps.webhookEvents.remove(events.filter((_, index) => readings[index] !== null));
}

/** Until a person has a new number or user id, messages come from the old one: both are handled in this order. */
async function processInOrder(webhooks: readonly Webhook[], deps: Deps): Promise<void> {
  let rest = webhooks.flatMap(({ messages }) => messages);
  for (const change of oldestFirst(webhooks.flatMap(({ addressChanges }) => addressChanges))) {
    const before = rest.filter(({ at }) => at <= change.at);
    await processItems("message", before, deps);
    await processItems("address_change", [change], deps);
    rest = rest.filter(({ at }) => at > change.at);
  }
  await processItems("message", rest, deps);
}

function count(webhooks: readonly Webhook[], { logger }: Deps): void {
  ignored.inc(webhooks.reduce((sum, webhook) => sum + webhook.ignored, 0));
  const items = webhooks.reduce((sum, webhook) => sum + webhook.foreign, 0);
  if (items === 0) return;
  foreign.inc(items);
  logger.warn({ items }, "webhook items for another sender ignored");
}

/** Parses a call. Null when a lookup at the provider failed: the call is read again after its lease. */
async function readingOf(
  { _id, body, receivedAt }: WebhookEvent,
  { webhooks, logger }: Deps,
): Promise<Webhook | null> {
  try {
    return await webhooks.read(body, receivedAt);
  } catch (error) {
    logger.warn({ err: error, webhookId: _id }, "reading a webhook call failed, retrying");
    return null;
  }
}
