import { createHash, randomBytes } from "node:crypto";
import type { UserId } from "@matinale/contracts";
import { indexedDocuments, storeOf } from "@matinale/kit/mongo";
import {
  linkLifetimeMs,
  linkPurposes,
  openLinksAtMost,
  type LinkPurpose,
} from "../domain/access/account-link.ts";

export interface AccountLink {
  /** Hash of the token. The token itself, of 256 random bits, is only in the mail. */
  _id: string;
  userId: UserId;
  purpose: LinkPurpose;
  /** Key of the address to which the link was mailed: its bearer has this mailbox. */
  emailKey: string;
  /** For `confirm_email`: key of the address that the account is to get. */
  newEmailKey?: string;
  /** The message that brings the link. Each attempt to send it makes a link. */
  messageId: string;
  expiresAt: Date;
}

const linkSchema = indexedDocuments()
  .index({ userId: 1, purpose: 1 })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

const hashOf = (token: string): string => createHash("sha256").update(token).digest("base64url");

export class AccountLinks extends storeOf<AccountLink>("account_links", linkSchema) {
  /** How many messages other than `messageId` have brought the account open links of this purpose, or tried to. */
  async countOpen(
    { userId, purpose, messageId }: Pick<AccountLink, "userId" | "purpose"> & Partial<AccountLink>,
    now: Date,
  ): Promise<number> {
    const open = await this.model
      .find({ userId, purpose, expiresAt: { $gt: now } }, { messageId: 1 })
      .lean<Pick<AccountLink, "messageId">[]>();
    const messages = new Set(open.map((link) => link.messageId));
    if (messageId !== undefined) messages.delete(messageId);
    return messages.size;
  }

  /** @returns the token, or null when too many other messages have brought open links of this purpose */
  async create(link: Omit<AccountLink, "_id" | "expiresAt">, now: Date): Promise<string | null> {
    const { purpose } = link;
    if ((await this.countOpen(link, now)) >= openLinksAtMost) return null;
    const token = randomBytes(32).toString("base64url");
    const expiresAt = new Date(now.getTime() + linkLifetimeMs[purpose]);
    await this.model.create({ _id: hashOf(token), ...link, expiresAt });
    return token;
  }

  /** The link with this token, if it is valid; it stays valid. */
  find(purpose: LinkPurpose, token: string, now: Date): Promise<AccountLink | null> {
    return this.model
      .findOne({ _id: hashOf(token), purpose, expiresAt: { $gt: now } })
      .lean<AccountLink>()
      .exec();
  }

  /** Ends the link with this token. Of parallel calls only one gets the link, the others null. */
  use(purpose: LinkPurpose, token: string, now: Date): Promise<AccountLink | null> {
    return this.model
      .findOneAndDelete({ _id: hashOf(token), purpose, expiresAt: { $gt: now } })
      .lean<AccountLink>()
      .exec();
  }

  /** The links of an account that are not used yet. */
  of(userId: UserId): Promise<AccountLink[]> {
    return this.model.find({ userId }).lean<AccountLink[]>().exec();
  }

  async end(userId: UserId, purposes: readonly LinkPurpose[] = linkPurposes): Promise<void> {
    await this.model.deleteMany({ userId, purpose: { $in: purposes } });
  }
}
