import { randomInt } from "node:crypto";
import { retention, type UserId } from "@matinale/contracts";
import { expiringDocuments, hashingStoreOf } from "@matinale/kit/mongo";

/** The reset code of one account. A new one replaces it. */
interface ResetCode {
  _id: UserId;
  /** Keyed: the database alone is not enough to try all million codes. */
  hash: string;
  tries: number;
  expiresAt: Date;
}

/** Milliseconds. */
const lifetimeMs = retention.resetCodeMinutes * 60_000;
const triesAtMost = 5;

export class ResetCodes extends hashingStoreOf<ResetCode>("reset_codes", expiringDocuments()) {
  #hashOf(userId: UserId, code: string): string {
    return this.hash("reset_code", `${userId}:${code}`);
  }

  /** @returns six digits */
  async create(userId: UserId, now: Date): Promise<string> {
    const code = String(randomInt(1_000_000)).padStart(6, "0");
    await this.model.replaceOne(
      { _id: userId },
      {
        hash: this.#hashOf(userId, code),
        tries: 0,
        expiresAt: new Date(now.getTime() + lifetimeMs),
      },
      { upsert: true },
    );
    return code;
  }

  /** Counts one try and compares. After five tries the code is void. */
  async check(userId: UserId, code: string, now: Date): Promise<boolean> {
    const tried = await this.model
      .findOneAndUpdate(
        { _id: userId, tries: { $lt: triesAtMost }, expiresAt: { $gt: now } },
        { $inc: { tries: 1 } },
      )
      .lean<ResetCode>();
    return tried !== null && tried.hash === this.#hashOf(userId, code);
  }

  /** Ends the code. Of parallel calls only one gets true. */
  async use(userId: UserId, code: string, now: Date): Promise<boolean> {
    const used = await this.model.findOneAndDelete({
      _id: userId,
      hash: this.#hashOf(userId, code),
      expiresAt: { $gt: now },
    });
    return used !== null;
  }
}
