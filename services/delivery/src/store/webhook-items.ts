import { retention } from "@matinale/contracts";
import { reasonOf } from "@matinale/kit";
import { indexedDocuments, storeOf, whileLeased, type Leased } from "@matinale/kit/mongo";
import type { ItemKind, ItemOf, WebhookItem } from "../domain/channel/inbound.ts";
import { nextTryAt } from "../domain/channel/webhook-retries.ts";
import { idFrom } from "../domain/delivery/delivery.ts";

/** An item of a webhook call whose processing has failed. */
export type FailedItem = WebhookItem & {
  _id: string;
  failedAt: Date;
  attempts: number;
  reason: string;
  /** When it is retried; absent once it is set aside. */
  nextAt?: Date;
};

/** Items contain phone numbers: they are deleted when the provider stops repeating its calls. Seconds. */
const keptSeconds = retention.webhookDays * 86_400;

const schema = indexedDocuments()
  .index({ failedAt: 1 }, { expireAfterSeconds: keptSeconds })
  .index({ nextAt: 1 }, { sparse: true });

/** Webhook items whose processing has failed: retried a few times, then set aside for an operator. */
export class WebhookItems extends storeOf<FailedItem>("webhook_items", schema) {
  /** Stores an item after its first failure. A repeated call adds no second entry for the same item. */
  async keep<Kind extends ItemKind>(
    kind: Kind,
    item: ItemOf[Kind],
    error: unknown,
    now: Date,
  ): Promise<void> {
    const first = { attempts: 1, nextAt: nextTryAt(1, now) };
    const failed = { kind, item, failedAt: now, reason: reasonOf(error), ...first };
    await this.insertNew(idFrom(kind, JSON.stringify(item)), failed);
  }

  async remove(item: Leased<FailedItem>): Promise<void> {
    await this.model.deleteOne(whileLeased([item]));
  }

  /** @returns whether the item is set aside now, after its last attempt */
  async failedAgain(item: Leased<FailedItem>, error: unknown, now: Date): Promise<boolean> {
    const nextAt = nextTryAt(item.attempts + 1, now);
    const held = await this.updateLeased([item], {
      $set: { reason: reasonOf(error), ...(nextAt === null ? {} : { nextAt }) },
      $inc: { attempts: 1 },
      $unset: { lease: 1, ...(nextAt === null ? { nextAt: 1 } : {}) },
    });
    return nextAt === null && held === 1;
  }

  /** Items that wait for an operator, oldest first. */
  setAside(limit: number): Promise<FailedItem[]> {
    return this.model
      .find({ nextAt: { $exists: false } })
      .sort({ failedAt: 1 })
      .limit(limit)
      .lean<FailedItem[]>();
  }

  /** Schedules one item by its id, or all that are set aside. @returns how many will be retried */
  async retry(id: string | null, now: Date): Promise<number> {
    const { modifiedCount } = await this.model.updateMany(
      { ...(id === null ? {} : { _id: id }), nextAt: { $exists: false } },
      { $set: { nextAt: now, attempts: 0 } },
    );
    return modifiedCount;
  }
}
