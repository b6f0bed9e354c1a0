import { expiringDocuments, hashingStoreOf } from "@matinale/kit/mongo";
import { orderedSpellings } from "../domain/subscriber/phone.ts";

interface OptInMessage {
  /** Keyed hash of the day, the position among its messages, and the number, the same for all its spellings. */
  _id: string;
  expiresAt: Date;
}

/** A number gets one a day. When its account is deleted, the next account with it may send another one, up to so many in all. */
const mostADay = 3;

/** Opt-in messages of the day, by number, also those of accounts that were deleted since. */
export class OptInMessages extends hashingStoreOf<OptInMessage>(
  "opt_in_messages",
  expiringDocuments(),
) {
  /** @param day  in UTC, "YYYY-MM-DD". @returns false when this number was sent too many on that day */
  async claim(digits: string, day: string): Promise<boolean> {
    const expiresAt = new Date(`${day}T24:00:00Z`);
    for (let position = 1; position <= mostADay; position += 1) {
      const key = [day, position, ...orderedSpellings(digits)].join();
      if (await this.insertNew(this.hash("opt-in", key), { expiresAt })) return true;
    }
    return false;
  }
}
