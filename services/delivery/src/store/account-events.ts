import { indexedDocuments, storeOf } from "@matinale/kit/mongo";
import type { AccountEvent } from "../domain/channel/inbound.ts";
import { idFrom } from "../domain/delivery/delivery.ts";

type StoredEvent = AccountEvent & { _id: string; storedAt: Date };

const keptSeconds = 90 * 86_400;

const schema = indexedDocuments().index({ storedAt: 1 }, { expireAfterSeconds: keptSeconds });

/** What the provider has reported about our account, for operators. */
export class AccountEvents extends storeOf<StoredEvent>("account_events", schema) {
  /** @returns false when this event is stored already */
  keep(event: AccountEvent, now: Date): Promise<boolean> {
    return this.insertNew(idFrom(JSON.stringify(event)), { ...event, storedAt: now });
  }

  /** The newest first. */
  latest(limit: number): Promise<StoredEvent[]> {
    return this.model.find().sort({ storedAt: -1 }).limit(limit).lean<StoredEvent[]>();
  }
}
