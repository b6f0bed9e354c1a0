import type { Connection, Model } from "mongoose";
import { indexedDocuments } from "./indexed-documents.ts";

/** Stored while an operator has stopped sending, on all replicas. */
interface StoredSwitch {
  _id: "sending";
  stoppedAt: Date;
  reason: string;
}

/** Kill switch of the sender, for operators. It survives restarts. */
export class SenderSwitch {
  readonly model: Model<StoredSwitch>;

  constructor(connection: Connection) {
    this.model = connection.model<StoredSwitch>(
      "SenderSwitch",
      indexedDocuments(),
      "sender_switch",
    );
  }

  /** @returns since when and why sending is stopped, or null when it is not */
  async stopped(): Promise<Pick<StoredSwitch, "stoppedAt" | "reason"> | null> {
    return this.model.findById("sending").lean<StoredSwitch>();
  }

  async stop(reason: string, now: Date): Promise<void> {
    const first = { stoppedAt: now };
    await this.model.updateOne(
      { _id: "sending" },
      { $set: { reason }, $setOnInsert: first },
      { upsert: true },
    );
  }

  async start(): Promise<void> {
    await this.model.deleteOne({ _id: "sending" });
  }
}
