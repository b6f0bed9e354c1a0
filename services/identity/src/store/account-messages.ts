import { randomUUID } from "node:crypto";
import { retention, type UserId } from "@matinale/contracts";
import { earliest, indexedDocuments, storeOf, whileLeased, type Leased } from "@matinale/kit/mongo";
import { retryAfterMs, type AccountMessage, type Channel } from "../domain/mail/account-message.ts";

/** Longer than a batch takes when every call to the mail server runs into its timeout. */
const leaseMs = 300_000;

const sentForMs = retention.sentMailDays * 86_400_000;

/** `sentUntil`: the message was sent, and this document with its id expires then. */
type MessageDocument = AccountMessage & { sentUntil?: Date };

const messageSchema = indexedDocuments()
  .index({ dueAt: 1 })
  .index({ "about.userId": 1 }, { sparse: true })
  .index({ failingSince: 1 }, { sparse: true })
  .index({ sentUntil: 1 }, { expireAfterSeconds: 0 });

/** The outbox of messages about accounts. A message stays until it is sent or of no use any more. */
export class AccountMessages extends storeOf<MessageDocument>("account_messages", messageSchema) {
  async add(
    messages: readonly (Pick<AccountMessage, "kind" | "about" | "planId"> & {
      delayMs?: number;
    })[],
    now: Date,
  ): Promise<void> {
    await this.model.insertMany(
      messages.map(({ delayMs = 0, ...message }) => ({
        _id: randomUUID(),
        ...message,
        createdAt: now,
        dueAt: new Date(now.getTime() + delayMs),
        attempts: 0,
      })),
    );
  }

  /** Queues a message under an id that names its reason. The same id queues nothing while it waits or was sent. */
  async addOnce(
    { _id, ...message }: Pick<AccountMessage, "_id" | "kind" | "about" | "dueAt">,
    now: Date,
  ): Promise<void> {
    await this.insertNew(_id, { ...message, isUnique: true, createdAt: now, attempts: 0 });
  }

  claim(channel: Channel, now: Date, limit: number): Promise<Leased<AccountMessage>[]> {
    const code = "password_reset_code";
    const kind = channel === "mail" ? { $ne: code } : code;
    return this.claimBy("dueAt", { limit, leaseMs, now }, { kind });
  }

  /** Ends a message that was sent. The id of a unique one stays, so that nothing queues it again. */
  async finish(message: Leased<AccountMessage>, now: Date): Promise<void> {
    if (!message.isUnique) return this.remove(message);
    await this.updateLeased([message], {
      $set: { sentUntil: new Date(now.getTime() + sentForMs) },
      $unset: { dueAt: 1, failingSince: 1, lease: 1 },
    });
  }

  async remove(message: Leased<AccountMessage>): Promise<void> {
    await this.model.deleteOne(whileLeased([message]));
  }

  async postpone(message: Leased<AccountMessage>, now: Date): Promise<void> {
    await this.updateLeased([message], {
      $set: {
        dueAt: new Date(now.getTime() + retryAfterMs(message.attempts)),
        failingSince: message.failingSince ?? now,
      },
      $inc: { attempts: 1 },
      $unset: { lease: 1 },
    });
  }

  /** Seconds since the first failed attempt of the message that fails longest; 0 when none fails. */
  async failingSeconds(now: Date): Promise<number> {
    const since = await earliest(this.model, "failingSince", { failingSince: { $lte: now } });
    return since === null ? 0 : (now.getTime() - since.getTime()) / 1000;
  }

  /** The messages about an account: those that wait, and those whose ids are kept after they were sent. */
  of(userId: UserId): Promise<MessageDocument[]> {
    return this.model.find({ "about.userId": userId }).lean<MessageDocument[]>().exec();
  }
}
