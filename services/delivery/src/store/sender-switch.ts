import { type Connection, type Model, Schema } from "mongoose";

/** A decision of the people who run this, for all replicas, until it is taken back. */
interface StoredSwitch {
  _id: "sending";
  stoppedAt: Date;
  reason: string;
}

const schema = new Schema({ _id: String, stoppedAt: Date, reason: String }, { versionKey: false });

/** Whether digests may leave. It survives every restart: what was stopped stays so until somebody starts it. */
export class SenderSwitch {
  readonly model: Model<StoredSwitch>;

  constructor(connection: Connection) {
    this.model = connection.model<StoredSwitch>("Switch", schema, "switches");
  }

  /** @returns since when and why nothing is sent; null when all is as usual */
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
