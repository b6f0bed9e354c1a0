import { createHash } from "node:crypto";
import { storeOf, unlessDuplicate } from "@matinale/kit";
import { spellingsOf } from "../domain/subscriber/phone.ts";

interface PhoneStop {
  /** Hash of the number, because the phone may belong to no account. */
  _id: string;
  at: Date;
  stopped: boolean;
}

/** The same key for all spellings of a number. */
const keyOf = (digits: string): string =>
  createHash("sha256").update(spellingsOf(digits).toSorted().join()).digest("hex");

/**
 * Phones that have sent STOP. No account that claims their number sends them an opt-in message until they
 * send START. Kept without a time limit, as proof that we respect the opt-out.
 */
export class PhoneStops extends storeOf<PhoneStop>("phone_stops") {
  async isStopped(digits: string): Promise<boolean> {
    return (await this.document(keyOf(digits)))?.stopped === true;
  }

  /** An older message changes nothing: webhooks arrive late and more than once. Within one second, STOP wins. */
  async stop(digits: string, at: Date): Promise<void> {
    const older = { _id: keyOf(digits), at: { $lte: at } };
    const change = { $set: { at, stopped: true } };
    await unlessDuplicate(this.model.updateOne(older, change, { upsert: true }).exec());
  }

  async start(digits: string, at: Date): Promise<void> {
    await this.model.updateOne(
      { _id: keyOf(digits), at: { $lt: at } },
      { $set: { at, stopped: false } },
    );
  }
}
