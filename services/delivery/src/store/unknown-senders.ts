import { createHash } from "node:crypto";
import { isDuplicateKey } from "@matinale/kit";
import { type Connection, type Model, Schema } from "mongoose";
import { unknownSenderReplyEveryMs } from "../domain/conversation/unknown-sender.ts";

interface UnknownSender {
  /** Hash of the number: nothing else is kept of people who have no account. */
  _id: string;
  answeredAt: Date;
}

const schema = new Schema(
  {
    _id: String,
    answeredAt: { type: Date, index: { expires: unknownSenderReplyEveryMs / 1_000 } },
  },
  { versionKey: false },
);

/** Who without an account has been answered of late. */
export class UnknownSenders {
  readonly #model: Model<UnknownSender>;

  constructor(connection: Connection) {
    this.#model = connection.model<UnknownSender>("Stranger", schema, "strangers");
  }

  /** @returns false when this number was answered less than an hour ago, here or elsewhere */
  async claimReply(digits: string, now: Date): Promise<boolean> {
    const _id = createHash("sha256").update(digits).digest("hex");
    const before = new Date(now.getTime() - unknownSenderReplyEveryMs);
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
