import { createHash } from "node:crypto";
import { indexedDocuments, storeOf } from "@matinale/kit";
import type { AccountEvent } from "../domain/channel/inbound.ts";

type StoredEvent = AccountEvent & { _id: string; storedAt: Date };

const keptSeconds = 90 * 86_400;

const schema = indexedDocuments().index({ storedAt: 1 }, { expireAfterSeconds: keptSeconds });

/** What the provider has reported about our account, for operators. */
export class AccountEvents extends storeOf<StoredEvent>("account_events", schema) {
  /** @returns false when this event is stored already */
  keep(event: AccountEvent, now: Date): Promise<boolean> {
    const _id = createHash("sha256").update(JSON.stringify(event)).digest("hex");
    return this.insertNew(_id, { ...event, storedAt: now });
  }

  /** The newest first. */
  latest(limit: number): Promise<StoredEvent[]> {
    return this.model.find().sort({ storedAt: -1 }).limit(limit).lean<StoredEvent[]>();
  }
}
