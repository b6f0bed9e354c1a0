import type { UserId } from "@matinale/contracts";
import { isDuplicateKey } from "@matinale/kit";
import { type Connection, type Model, Schema } from "mongoose";
import { newCode } from "../domain/conversation/connection.ts";

interface OptInCode {
  /** The code itself. */
  _id: string;
  userId: UserId;
  expiresAt: Date;
  usedAt?: Date;
  /** Digits of the number that used it. */
  usedBy?: string;
}

const lifeMs = 3_600_000;
/** A code that is shown must last long enough to be typed. */
const leastLeftMs = 10 * 60_000;

const schema = new Schema(
  {
    _id: String,
    userId: { type: String, required: true, index: true },
    expiresAt: { type: Date, index: { expires: 0 } },
    usedAt: Date,
    usedBy: String,
  },
  { versionKey: false },
);

/** Codes that connect the phone which sends them to the account that was shown them. One use each. */
export class OptInCodes {
  readonly #model: Model<OptInCode>;

  constructor(connection: Connection) {
    this.#model = connection.model<OptInCode>("OptInCode", schema, "opt_in_codes");
  }

  /** The code that this account has, or a new one when it is used or nearly over. */
  async codeFor(userId: UserId, now: Date): Promise<{ code: string; expiresAt: Date }> {
    const good = await this.#model
      .findOne({
        userId,
        usedAt: { $exists: false },
        expiresAt: { $gt: new Date(now.getTime() + leastLeftMs) },
      })
      .sort({ expiresAt: -1 })
      .lean<OptInCode>();
    if (good !== null) return { code: good._id, expiresAt: good.expiresAt };
    const made = { _id: newCode(), userId, expiresAt: new Date(now.getTime() + lifeMs) };
    try {
      await this.#model.create(made);
    } catch (error) {
      // Another account has drawn the same code: one chance in 10^12.
      if (!isDuplicateKey(error)) throw error;
      return this.codeFor(userId, now);
    }
    return { code: made._id, expiresAt: made.expiresAt };
  }

  /** Whose code it is, while it is good. */
  async ownerOf(code: string, now: Date): Promise<UserId | null> {
    const found = await this.#model
      .findOne({ _id: code, usedAt: { $exists: false }, expiresAt: { $gt: now } })
      .lean<OptInCode>();
    return found?.userId ?? null;
  }

  async use(code: string, by: string, now: Date): Promise<void> {
    await this.#model.updateOne(
      { _id: code, usedAt: { $exists: false } },
      { $set: { usedAt: now, usedBy: by } },
    );
  }

  async erase(userIds: readonly UserId[]): Promise<void> {
    await this.#model.deleteMany({ userId: { $in: userIds } });
  }
}
