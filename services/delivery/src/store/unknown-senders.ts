import { createHash } from "node:crypto";
import { isDuplicateKey } from "@matinale/kit";
import { type Connection, type Model, Schema } from "mongoose";
import { strangerPatienceMs } from "../domain/conversation/unknown-sender.ts";

interface Stranger {
  /** Hash of the number: nothing else is kept of people who have no account. */
  _id: string;
  answeredAt: Date;
}

const schema = new Schema(
  {
    _id: String,
    answeredAt: { type: Date, index: { expires: strangerPatienceMs / 1_000 } },
  },
  { versionKey: false },
);

/** Who without an account has been answered of late. */
export class Strangers {
  readonly #model: Model<Stranger>;

  constructor(connection: Connection) {
    this.#model = connection.model<Stranger>("Stranger", schema, "strangers");
  }

  /** @returns false when this number was answered less than an hour ago, here or elsewhere */
  async takeTurn(digits: string, now: Date): Promise<boolean> {
    const _id = createHash("sha256").update(digits).digest("hex");
    const before = new Date(now.getTime() - strangerPatienceMs);
    try {
      await this.#model.updateOne(
        { _id, answeredAt: { $lte: before } },
        { $set: { answeredAt: now } },
        { upsert: true },
      );
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return false;
    }
  }
}
