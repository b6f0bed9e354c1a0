import { retention } from "@matinale/contracts";
import { unlessDuplicate } from "@matinale/kit";
import { expiringDocuments, hashingStoreOf } from "@matinale/kit/mongo";
import { orderedSpellings } from "../domain/subscriber/phone.ts";

interface PhoneStop {
  /** Keyed hash of the number, the same for all its spellings: the phone may belong to no account. */
  _id: string;
  /** When the phone sent its last STOP or START. */
  at: Date;
  stopped: boolean;
  /** Of a START. */
  expiresAt?: Date;
}

/**
 * An older STOP can arrive this long after a START: the provider repeats its calls for 7 days, and an operator can retry
 * an item for 7 days more. Milliseconds.
 */
const startKeptMs = 2 * retention.webhookDays * 86_400_000;

/**
 * Phones that have sent STOP. No account that types their number sends them an opt-in message until they
 * send START. A STOP is kept without a time limit, as proof that we respect the opt-out.
 */
export class PhoneStops extends hashingStoreOf<PhoneStop>("phone_stops", expiringDocuments()) {
  #keyOf(digits: string): string {
    return this.hash("stop", orderedSpellings(digits).join());
  }

  async isStopped(digits: string): Promise<boolean> {
    return (await this.document(this.#keyOf(digits)))?.stopped === true;
  }

  /** An older message changes nothing: webhooks arrive late and more than once. Within one second, STOP wins. */
  async stop(digits: string, at: Date): Promise<void> {
    const older = { _id: this.#keyOf(digits), at: { $lte: at } };
    const change = { $set: { at, stopped: true }, $unset: { expiresAt: 1 } };
    await unlessDuplicate(this.model.updateOne(older, change, { upsert: true }).exec());
  }

  /** Stored also for a phone without a STOP, so that an older STOP that arrives later changes nothing. */
  async start(digits: string, at: Date): Promise<void> {
    const older = { _id: this.#keyOf(digits), at: { $lt: at } };
    const expiresAt = new Date(at.getTime() + startKeptMs);
    const change = { $set: { at, stopped: false, expiresAt } };
    await unlessDuplicate(this.model.updateOne(older, change, { upsert: true }).exec());
  }
}
