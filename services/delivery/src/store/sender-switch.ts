import { storeOf } from "@matinale/kit/mongo";

/** Stored while an operator has stopped a sender, on all replicas. */
interface StoredSwitch {
  /** Id of the sender, or `allSenders`. */
  _id: string;
  stoppedAt: Date;
  reason: string;
}

export const allSenders = "sending";

/** Kill switch of each sender and of all together, for operators. It survives restarts. */
export class SenderSwitch extends storeOf<StoredSwitch>("sender_switch") {
  /** @returns since when and why this sender is stopped, alone or with all others, or null when it is not */
  async stopped(sender: string): Promise<Pick<StoredSwitch, "stoppedAt" | "reason"> | null> {
    return this.model.findOne({ _id: { $in: [sender, allSenders] } }).lean<StoredSwitch>();
  }

  /** Everything that is stopped, by id of the sender. */
  async all(): Promise<StoredSwitch[]> {
    return this.model.find().sort({ _id: 1 }).lean<StoredSwitch[]>();
  }

  /** Repeats keep the first instant. */
  async stop(sender: string, reason: string, now: Date): Promise<void> {
    const first = { stoppedAt: now };
    await this.model.updateOne(
      { _id: sender },
      { $set: { reason }, $setOnInsert: first },
      { upsert: true },
    );
  }

  /** @param sender  the one that was stopped: starting one sender does not start all */
  async start(sender: string): Promise<void> {
    await this.model.deleteOne({ _id: sender });
  }
}
