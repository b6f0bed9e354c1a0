import { randomUUID } from "node:crypto";
import type { UserId } from "@matinale/contracts";
import { expiringDocuments, storeOf, unlessDuplicate } from "@matinale/kit";

const hour = 60 * 60 * 1000;
const day = 24 * hour;

type PreviewDocument = {
  _id: UserId;
  /** Number of previews since `hourStartedAt`. */
  startedThisHour: number;
  hourStartedAt: Date;
  /** A running preview blocks the next one until then. */
  busyUntil: Date;
  token: string;
  expiresAt: Date;
};

export type PreviewAdmission =
  | { allowed: true; token: string }
  | { allowed: false; why: "in_progress" }
  | { allowed: false; why: "too_many"; retryAfterSeconds: number };

/** Limits previews of a user to one at a time and a maximum in an hour. Shared by all replicas. */
export class PreviewStore extends storeOf<PreviewDocument>("previews", expiringDocuments()) {
  async begin(
    userId: UserId,
    maxPerHour: number,
    busyMs: number,
    now: Date,
  ): Promise<PreviewAdmission> {
    const token = randomUUID();
    const busyUntil = new Date(now.getTime() + busyMs);
    const expiresAt = new Date(now.getTime() + day);
    const anHourAgo = new Date(now.getTime() - hour);
    const free = { _id: userId, busyUntil: { $lte: now } };
    const again = await this.model.updateOne(
      { ...free, hourStartedAt: { $gt: anHourAgo }, startedThisHour: { $lt: maxPerHour } },
      { $inc: { startedThisHour: 1 }, $set: { busyUntil, token, expiresAt } },
    );
    if (again.matchedCount === 1) return { allowed: true, token };
    const restarted = { startedThisHour: 1, hourStartedAt: now, busyUntil, token, expiresAt };
    const fresh = await this.model.updateOne(
      { ...free, hourStartedAt: { $lte: anHourAgo } },
      { $set: restarted },
    );
    if (fresh.matchedCount === 1) return { allowed: true, token };
    if (await unlessDuplicate(this.model.create({ _id: userId, ...restarted }))) {
      return { allowed: true, token };
    }
    const held = await this.document(userId);
    if (held === null || held.busyUntil > now) return { allowed: false, why: "in_progress" };
    const freeAt = held.hourStartedAt.getTime() + hour;
    const retryAfterSeconds = Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000));
    return { allowed: false, why: "too_many", retryAfterSeconds };
  }

  async end(userId: UserId, token: string, now: Date): Promise<void> {
    await this.model.updateOne({ _id: userId, token }, { $set: { busyUntil: now } });
  }
}
