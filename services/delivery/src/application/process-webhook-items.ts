import { counter, isDatabaseAway } from "@matinale/kit";
import type { ItemKind, ItemOf } from "../domain/channel/inbound.ts";
import { applyAddressChanges } from "./apply-address-changes.ts";
import { applyMarketingPreferences } from "./apply-marketing-preferences.ts";
import { applyEchoes, applyStatuses } from "./apply-status.ts";
import type { Deps } from "./deps.ts";
import { handleInbound } from "./handle-inbound.ts";
import { keepAccountEvents } from "./keep-account-events.ts";

/** Idempotent: an item may be handled twice. */
const handlers: {
  readonly [Kind in ItemKind]: (items: readonly ItemOf[Kind][], deps: Deps) => Promise<void>;
} = {
  message: handleInbound,
  address_change: applyAddressChanges,
  preference: applyMarketingPreferences,
  echo: applyEchoes,
  status: applyStatuses,
  account: keepAccountEvents,
};

const batch = 50;
const failed = counter("delivery_webhook_items_failed_total", {
  kind: Object.keys(handlers),
  outcome: ["retried", "set_aside"],
});

/**
 * Handles all items together. After a failure it handles each item alone, so that one cannot block the
 * others, and stores the items that fail alone, to retry them.
 *
 * @throws when the database is unavailable: then no item counts as failed, and all are retried
 */
export async function processItems<Kind extends ItemKind>(
  kind: Kind,
  items: readonly ItemOf[Kind][],
  deps: Deps,
): Promise<void> {
  if (items.length === 0) return;
  try {
    return await handlers[kind](items, deps);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
  }
  for (const item of items) {
    try {
      await handlers[kind]([item], deps);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      await deps.items.keep(kind, item, error, deps.now());
      failed.inc({ kind, outcome: "retried" });
      deps.logger.warn({ err: error, kind }, "processing a webhook item failed, retrying");
    }
  }
}

/** Retries due items, each alone. An item that has failed too often is set aside for an operator. */
export async function retryItems(deps: Deps): Promise<void> {
  const { items, logger, now } = deps;
  const terms = { now: now(), limit: batch, leaseMs: deps.leases.webhookMs };
  for (const kept of await items.claimBy("nextAt", terms)) {
    try {
      await handleOne(kept.kind, kept.item, deps);
      await items.remove(kept);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      if (!(await items.failedAgain(kept, error, now()))) continue;
      const { _id: id, kind } = kept;
      failed.inc({ kind, outcome: "set_aside" });
      logger.error({ err: error, id, kind }, "processing failed too often, webhook item set aside");
    }
  }
}

const handleOne = <Kind extends ItemKind>(kind: Kind, item: ItemOf[Kind], deps: Deps) =>
  handlers[kind]([item], deps);
