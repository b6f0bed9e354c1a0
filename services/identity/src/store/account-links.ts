import { createHash, randomBytes } from "node:crypto";
import type { UserId } from "@matinale/contracts";
import { indexedDocuments, storeOf } from "@matinale/kit";
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
  expiresAt: Date;
}

const linkSchema = indexedDocuments()
  .index({ userId: 1, purpose: 1 })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

const hashOf = (token: string): string => createHash("sha256").update(token).digest("base64url");

export class AccountLinks extends storeOf<AccountLink>("account_links", linkSchema) {
  async hasRoom(userId: UserId, purpose: LinkPurpose, now: Date): Promise<boolean> {
    const open = await this.model.countDocuments({ userId, purpose, expiresAt: { $gt: now } });
    return open < openLinksAtMost;
  }

  /** @returns the token, or null when the account has too many open links of this purpose */
  async create(
    link: Pick<AccountLink, "userId" | "purpose" | "emailKey" | "newEmailKey">,
    now: Date,
  ): Promise<string | null> {
    const { userId, purpose } = link;
    if (!(await this.hasRoom(userId, purpose, now))) return null;
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
