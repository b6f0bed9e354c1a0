import type { UserId } from "@matinale/contracts";
import { indexedDocuments, storeOf } from "@matinale/kit/mongo";
import { newCode } from "../domain/conversation/connection.ts";

interface OptInCode {
  /** The code itself. */
  _id: string;
  userId: UserId;
  expiresAt: Date;
  /** Id of the message that uses it. */
  usedBy?: string;
}

const lifeMs = 3_600_000;
/** A code is shown only if this much of its life is left, enough to type it. */
const minLifeLeftMs = 10 * 60_000;

const schema = indexedDocuments()
  .index({ userId: 1 })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** Codes that the site shows to an account. The phone that sends one is connected to that account. One use each. */
export class OptInCodes extends storeOf<OptInCode>("opt_in_codes", schema) {
  /** The unused code of this account, or a new one when it has none or its code expires soon. */
  async codeFor(userId: UserId, now: Date): Promise<{ code: string; expiresAt: Date }> {
    const expiresLater = { $gt: new Date(now.getTime() + minLifeLeftMs) };
    const current = await this.model
      .findOne({ userId, expiresAt: expiresLater, usedBy: { $exists: false } })
      .sort({ expiresAt: -1 })
      .lean<OptInCode>();
    if (current !== null) return { code: current._id, expiresAt: current.expiresAt };
    const [code, expiresAt] = [newCode(), new Date(now.getTime() + lifeMs)];
    await this.model.create({ _id: code, userId, expiresAt });
    return { code, expiresAt };
  }

  /** The account of an unused code that has not expired, or null. */
  async ownerOf(code: string, now: Date): Promise<UserId | null> {
    const found = await this.model
      .findOne({ _id: code, expiresAt: { $gt: now } })
      .lean<OptInCode>();
    return found?.userId ?? null;
  }

  of(userId: UserId): Promise<OptInCode[]> {
    return this.model.find({ userId }).lean<OptInCode[]>().exec();
  }

  /** Ends the codes that the account was shown before this instant. */
  async endBefore(userId: UserId, at: Date): Promise<void> {
    const expiresAt = { $lt: new Date(at.getTime() + lifeMs) };
    await this.model.deleteMany({ userId, expiresAt });
  }

  /** Lets this message use the code: it may be processed again. @returns false when another message uses the code */
  async claim(code: string, messageId: string): Promise<boolean> {
    const free = [{ usedBy: { $exists: false } }, { usedBy: messageId }];
    const { matchedCount } = await this.model.updateOne(
      { _id: code, $or: free },
      { usedBy: messageId },
    );
    return matchedCount === 1;
  }

  /** The code has connected a phone: it works no more. */
  async use(code: string): Promise<void> {
    await this.model.deleteOne({ _id: code });
  }
}
