import { unlessDuplicate } from "@matinale/kit";
import { expiringDocuments, storeOf, type Leased } from "@matinale/kit/mongo";
import type { ClipForm, EncodedClip } from "@matinale/voice-note";

type ClipDocument = {
  _id: string;
  /** Missing while a process makes the clip. */
  opus?: Buffer;
  smallOpus?: Buffer;
  mp3?: Buffer;
  durationMs?: number;
  ready: boolean;
  expiresAt: Date;
};

const hour = 60 * 60 * 1000;

export type ClipLease = Leased<{ _id: string }>;

/** Clips by the key of their text and voice. While a process makes a clip, it holds a lease on the document. */
export class ClipStore extends storeOf<ClipDocument>("clips", expiringDocuments()) {
  /** The clips that exist, with their lengths in milliseconds. They exist for another hour: their bytes are read later. */
  async ready(keys: readonly string[], now: Date): Promise<Map<string, number>> {
    const found = await this.model
      .find({ _id: { $in: [...keys] }, ready: true }, { durationMs: 1, expiresAt: 1 })
      .lean<ClipDocument[]>();
    const inAnHour = new Date(now.getTime() + hour);
    const expiring = found.filter(({ expiresAt }) => expiresAt < inAnHour);
    if (expiring.length > 0) {
      const ids = expiring.map(({ _id }) => _id);
      await this.model.updateMany({ _id: { $in: ids } }, { $max: { expiresAt: inAnHour } });
    }
    return new Map(found.map(({ _id, durationMs = 0 }) => [_id, durationMs]));
  }

  async bytes(keys: readonly string[], form: ClipForm): Promise<Map<string, Uint8Array>> {
    const found = await this.model
      .find({ _id: { $in: [...keys] }, ready: true }, { [form]: 1 })
      .lean<ClipDocument[]>();
    return new Map(
      found.flatMap(({ _id, [form]: bytes }) => (bytes ? [[_id, bytes] as const] : [])),
    );
  }

  /** Leases a clip to be made. @returns null when it exists or another process makes it */
  async claim(key: string, leaseMs: number, now: Date): Promise<ClipLease | null> {
    // also of an earlier attempt: its document must not expire while the clip is made; a process that waits changes nothing
    const wholeHours = Math.floor(now.getTime() / hour) + 2;
    const kept = { $max: { expiresAt: new Date(wholeHours * hour) } };
    const wanted = { ...kept, $setOnInsert: { ready: false } };
    await unlessDuplicate(this.model.updateOne({ _id: key }, wanted, { upsert: true }).exec());
    return this.claimOne({ _id: key, ready: false }, { leaseMs, now });
  }

  async keep(lease: ClipLease, clip: EncodedClip, expiresAt: Date): Promise<void> {
    await this.updateLeased([lease], {
      $set: {
        opus: Buffer.from(clip.opus),
        smallOpus: Buffer.from(clip.smallOpus),
        mp3: Buffer.from(clip.mp3),
        durationMs: clip.durationMs,
        ready: true,
        expiresAt,
      },
      $unset: { lease: 1 },
    });
  }
}
