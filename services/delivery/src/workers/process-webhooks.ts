import { counter, type Logger } from "@matinale/kit";
import type { Envelope, Inbox } from "../store/webhook-events.ts";
import type { Webhook } from "../domain/channel/inbound.ts";
import type { ProviderWebhooks } from "../domain/channel/provider-webhooks.ts";
import { hear, type HearDeps } from "../application/handle-inbound.ts";
import { heedSwitches } from "../application/apply-marketing-preferences.ts";
import {
  type Handlers,
  type ItemDeps,
  processItems,
  retryItems,
} from "../application/process-webhook-items.ts";
import { explain, type ReceiptDeps, settle } from "../application/apply-status.ts";

const batch = 200;

const ignored = counter("delivery_webhook_items_ignored_total");
const foreign = counter("delivery_webhook_items_foreign_total");

export type ReadDeps = ReceiptDeps &
  HearDeps &
  ItemDeps & { inbox: Inbox; logger: Logger; leaseMs: number; webhooks: ProviderWebhooks };

/**
 * Works on stored webhook calls, many at a time, and on items of earlier ones that have failed. Doing it
 * twice changes nothing.
 */
export async function readWebhooks(deps: ReadDeps): Promise<void | "again"> {
  const handlers: Handlers = {
    message: (messages) => hear(messages, deps),
    switch: (switches) => heedSwitches(switches, deps),
    echo: (echoes) => explain(echoes, deps),
    status: (reports) => settle(reports, deps),
  };
  const read = await readCalls(handlers, deps);
  await retryItems(handlers, deps);
  if (read === batch) return "again";
}

/** @returns how many calls were taken */
async function readCalls(handlers: Handlers, deps: ReadDeps): Promise<number> {
  const envelopes = await deps.inbox.claim(deps.now(), batch, deps.leaseMs);
  if (envelopes.length === 0) return 0;
  deps.reached?.("webhooks taken");
  const readings = await Promise.all(envelopes.map((envelope) => readingOf(envelope, deps)));
  const webhooks = readings.filter((reading) => reading !== null);
  count(webhooks, deps);
  // What people say goes first: a STOP must not wait behind receipts.
  const messages = webhooks.flatMap((webhook) => webhook.messages);
  await processItems("message", messages, handlers, deps);
  const switches = webhooks.flatMap((webhook) => webhook.switches);
  await processItems("switch", switches, handlers, deps);
  const echoes = webhooks.flatMap((webhook) => webhook.echoes);
  await processItems("echo", echoes, handlers, deps);
  const statuses = webhooks.flatMap((webhook) => webhook.statuses);
  await processItems("status", statuses, handlers, deps);
  deps.reached?.("receipts settled");
  await deps.inbox.remove(envelopes.filter((_, index) => readings[index] !== null));
  deps.reached?.("webhooks removed");
  return envelopes.length;
}

function count(webhooks: readonly Webhook[], { logger }: ReadDeps): void {
  ignored.inc(webhooks.reduce((sum, webhook) => sum + webhook.ignored, 0));
  const items = webhooks.reduce((sum, webhook) => sum + webhook.foreign, 0);
  if (items === 0) return;
  foreign.inc(items);
  logger.warn({ items }, "webhook items of another sender ignored");
}

/** What a call says, or null when that cannot be known now: it is read again once its lease is over. */
async function readingOf(
  { body }: Envelope,
  { webhooks, logger }: Pick<ReadDeps, "webhooks" | "logger">,
): Promise<Webhook | null> {
  try {
    return await webhooks.read(parsed(body));
  } catch (error) {
    logger.warn({ err: error }, "a webhook call is kept for later");
    return null;
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
