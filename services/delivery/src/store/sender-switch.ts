import { storeOf } from "@matinale/kit/mongo";

/** Stored while an operator has stopped sending, on all replicas. */
interface StoredSwitch {
  _id: string;
  stoppedAt: Date;
  reason: string;
}

const _id = "sending";

/** Kill switch of all messages, for operators. It survives restarts. */
export class SenderSwitch extends storeOf<StoredSwitch>("sender_switch") {
  /** @returns since when and why sending is stopped, or null when it is not */
  stopped(): Promise<StoredSwitch | null> {
    return this.document(_id);
  }

  /** Repeats keep the first instant. */
  async stop(reason: string, now: Date): Promise<void> {
    const first = { stoppedAt: now };
    await this.model.updateOne(
      { _id },
      { $set: { reason }, $setOnInsert: first },
      { upsert: true },
    );
  }

  start(): Promise<void> {
    return this.eraseAll([_id]);
  }
}
