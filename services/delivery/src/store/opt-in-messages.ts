import { expiringDocuments, hashingStoreOf } from "@matinale/kit/mongo";
import { spellingsOf } from "../domain/subscriber/phone.ts";

interface OptInMessage {
  /** Keyed hash of the day and the number, the same for all its spellings. */
  _id: string;
  expiresAt: Date;
}

/** Opt-in messages of the day, by number: no account sends a second one, also when the first account is deleted. */
export class OptInMessages extends hashingStoreOf<OptInMessage>(
  "opt_in_messages",
  expiringDocuments(),
) {
  /** @param day  in UTC, "YYYY-MM-DD". @returns false when an opt-in message was sent to this number on that day */
  claim(digits: string, day: string): Promise<boolean> {
    const key = [day, ...spellingsOf(digits).toSorted()].join();
    return this.insertNew(this.hash("opt-in", key), { expiresAt: new Date(`${day}T24:00:00Z`) });
  }
}
