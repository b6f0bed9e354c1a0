import { counter } from "@matinale/kit";
import type { WebhookEvent } from "../store/webhook-events.ts";
import {
  type ItemKind,
  type ItemOf,
  oldestFirst,
  type Webhook,
} from "../domain/channel/inbound.ts";
import { handleInbound } from "../application/handle-inbound.ts";
import { applyAddressChanges } from "../application/apply-address-changes.ts";
import { keepAccountEvents } from "../application/keep-account-events.ts";
import { applyMarketingPreferences } from "../application/apply-marketing-preferences.ts";
import { type Handlers, processItems, retryItems } from "../application/process-webhook-items.ts";
import { applyEchoes, applyStatuses } from "../application/apply-status.ts";
import type { Deps } from "../application/deps.ts";

const batch = 200;

const ignored = counter("delivery_webhook_items_ignored_total");
const foreign = counter("delivery_webhook_items_foreign_total");

type WebhookDeps = Deps & { leaseMs: number };

/** Claims stored webhook calls by lease and retries failed items. A crash repeats a call, which changes nothing. */
export async function processWebhooks(deps: WebhookDeps): Promise<void | "again"> {
  const handlers: Handlers = {
    message: (messages) => handleInbound(messages, deps),
    address_change: (addressChanges) => applyAddressChanges(addressChanges, deps),
    preference: (marketingPreferences) => applyMarketingPreferences(marketingPreferences, deps),
    echo: (echoes) => applyEchoes(echoes, deps),
    status: (reports) => applyStatuses(reports, deps),
    account: (events) => keepAccountEvents(events, deps),
  };
  const claimed = await processEvents(handlers, deps);
  await retryItems(handlers, deps);
  if (claimed === batch) return "again";
}

/** @returns how many calls were claimed */
async function processEvents(handlers: Handlers, deps: WebhookDeps): Promise<number> {
  const terms = { now: deps.now(), limit: batch, leaseMs: deps.leaseMs };
  const events = await deps.webhookEvents.claim(terms);
  if (events.length === 0) return 0;
  const readings = await Promise.all(events.map((event) => readingOf(event, deps)));
  const webhooks = readings.filter((reading) => reading !== null);
  count(webhooks, deps);
  const processAll = <Kind extends ItemKind>(
    kind: Kind,
    of: (webhook: Webhook) => ItemOf[Kind][],
  ) => processItems(kind, webhooks.flatMap(of), handlers, deps);
  // Messages first: a STOP must not wait behind statuses.
  await processInOrder(webhooks, handlers, deps);
  await processAll("preference", ({ marketingPreferences }) => marketingPreferences);
  await processAll("echo", ({ echoes }) => echoes);
  await processAll("status", ({ statuses }) => statuses);
  await processAll("account", ({ accountEvents }) => accountEvents);
  await deps.webhookEvents.remove(events.filter((_, index) => readings[index] !== null));
  return events.length;
}

/** Until a person has a new number or user id, messages come from the old one: both are handled in this order. */
async function processInOrder(
  webhooks: readonly Webhook[],
  handlers: Handlers,
  deps: WebhookDeps,
): Promise<void> {
  let rest = webhooks.flatMap(({ messages }) => messages);
  for (const change of oldestFirst(webhooks.flatMap(({ addressChanges }) => addressChanges))) {
    const before = rest.filter(({ at }) => at <= change.at);
    await processItems("message", before, handlers, deps);
    await processItems("address_change", [change], handlers, deps);
    rest = rest.filter(({ at }) => at > change.at);
  }
  await processItems("message", rest, handlers, deps);
}

function count(webhooks: readonly Webhook[], { logger }: WebhookDeps): void {
  ignored.inc(webhooks.reduce((sum, webhook) => sum + webhook.ignored, 0));
  const items = webhooks.reduce((sum, webhook) => sum + webhook.foreign, 0);
  if (items === 0) return;
  foreign.inc(items);
  logger.warn({ items }, "webhook items for another sender ignored");
}

/** Parses a call. Null when a lookup at the provider failed: the call is read again after its lease. */
async function readingOf(
  { body, receivedAt }: WebhookEvent,
  { webhooks, logger }: WebhookDeps,
): Promise<Webhook | null> {
  try {
    return await webhooks.read(body, receivedAt);
  } catch (error) {
    logger.warn({ err: error }, "reading a webhook call failed, retrying after its lease");
    return null;
  }
}
