import { unlessDuplicate } from "@matinale/kit";
import { hashingStoreOf, indexedDocuments } from "@matinale/kit/mongo";
import { unknownSenderReplyEveryMs } from "../domain/conversation/unknown-sender.ts";

interface UnknownSender {
  /** Keyed hash of the number: of people without an account nothing else is stored. */
  _id: string;
  repliedAt: Date;
}

const schema = indexedDocuments().index(
  { repliedAt: 1 },
  { expireAfterSeconds: unknownSenderReplyEveryMs / 1_000 },
);

/** Numbers without an account that got a reply within the last hour. */
export class UnknownSenders extends hashingStoreOf<UnknownSender>("unknown_senders", schema) {
  /** @returns false when this number got a reply less than an hour ago, from any replica */
  claimReply(digits: string, now: Date): Promise<boolean> {
    const _id = this.hash("sender", digits);
    const before = new Date(now.getTime() - unknownSenderReplyEveryMs);
    const earlier = { _id, repliedAt: { $lte: before } };
    const change = { $set: { repliedAt: now } };
    return unlessDuplicate(this.model.updateOne(earlier, change, { upsert: true }).exec());
  }
}
