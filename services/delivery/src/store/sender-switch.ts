import { storeOf } from "@matinale/kit/mongo";

/** Stored while an operator has stopped sending, on all replicas. */
interface StoredSwitch {
  _id: string;
  stoppedAt: Date;
  reason: string;
}

/** Kill switch of all messages, for operators. It survives restarts. */
export class SenderSwitch extends storeOf<StoredSwitch>("sender_switch") {
  /** @returns since when and why sending is stopped, or null when it is not */
  async stopped(): Promise<StoredSwitch | null> {
    return this.model.findOne().lean<StoredSwitch>();
  }

  /** Repeats keep the first instant. */
  async stop(reason: string, now: Date): Promise<void> {
    const first = { stoppedAt: now };
    await this.model.updateOne(
      { _id: "sending" },
      { $set: { reason }, $setOnInsert: first },
      { upsert: true },
    );
  }

  /** Also ends what earlier releases stored, one document for each sender. */
  async start(): Promise<void> {
    await this.model.deleteMany();
  }
}
