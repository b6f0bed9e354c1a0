import { keyedHash, storeOf, unlessDuplicate } from "@matinale/kit";
import type { Connection } from "mongoose";
import { spellingsOf } from "../domain/subscriber/phone.ts";

interface PhoneStop {
  /** Keyed hash of the number, the same for all its spellings: the phone may belong to no account. */
  _id: string;
  at: Date;
  stopped: boolean;
}

/**
 * Phones that have sent STOP. No account that claims their number sends them an opt-in message until they
 * send START. Kept without a time limit, as proof that we respect the opt-out.
 */
export class PhoneStops extends storeOf<PhoneStop>("phone_stops") {
  readonly #secret: string;

  constructor(connection: Connection, secret: string) {
    super(connection);
    this.#secret = secret;
  }

  #keyOf(digits: string): string {
    return keyedHash(this.#secret, "stop", spellingsOf(digits).toSorted().join());
  }

  async isStopped(digits: string): Promise<boolean> {
    return (await this.document(this.#keyOf(digits)))?.stopped === true;
  }

  /** An older message changes nothing: webhooks arrive late and more than once. Within one second, STOP wins. */
  async stop(digits: string, at: Date): Promise<void> {
    const older = { _id: this.#keyOf(digits), at: { $lte: at } };
    const change = { $set: { at, stopped: true } };
    await unlessDuplicate(this.model.updateOne(older, change, { upsert: true }).exec());
  }

  async start(digits: string, at: Date): Promise<void> {
    await this.model.updateOne(
      { _id: this.#keyOf(digits), at: { $lt: at } },
      { $set: { at, stopped: false } },
    );
  }
}
