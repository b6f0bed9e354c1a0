import { type Connection, type Model, Schema } from "mongoose";

/** A decision of the people who run this, for all replicas, until it is taken back. */
interface Switch {
  _id: "sending";
  stoppedAt: Date;
  reason: string;
}

const schema = new Schema({ _id: String, stoppedAt: Date, reason: String }, { versionKey: false });

/** Whether digests may leave. It survives every restart: what was stopped stays so until somebody starts it. */
export class Switches {
  readonly model: Model<Switch>;

  constructor(connection: Connection) {
    this.model = connection.model<Switch>("Switch", schema, "switches");
  }

  /** @returns since when and why nothing is sent; null when all is as usual */
  async stopped(): Promise<Pick<Switch, "stoppedAt" | "reason"> | null> {
    return this.model.findById("sending").lean<Switch>();
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
