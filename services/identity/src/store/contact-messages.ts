import { retention, type UserId } from "@matinale/contracts";
import { indexedDocuments, storeOf } from "@matinale/kit/mongo";
import { emailKey } from "../domain/account/account.ts";
import type { ContactMessage } from "../domain/contact/contact-message.ts";

const schema = indexedDocuments()
  .index({ createdAt: 1 }, { expireAfterSeconds: retention.contactMessageDays * 86_400 })
  .index({ emailKey: 1 })
  .index({ userId: 1 }, { sparse: true });

/** Messages of the contact form of the last days: for their mails, and to count those of an address. */
export class ContactMessageStore extends storeOf<ContactMessage>("contact_messages", schema) {
  async add(message: ContactMessage): Promise<void> {
    await this.model.create(message);
  }

  /** How many messages name this address, in any spelling that an account would take for the same. */
  countOf(email: string): Promise<number> {
    return this.model.countDocuments({ emailKey: { $eq: emailKey(email) } });
  }

  /** Those that this account has sent, the oldest first. */
  of(userId: UserId): Promise<ContactMessage[]> {
    return this.model.find({ userId }).sort({ createdAt: 1 }).lean<ContactMessage[]>().exec();
  }
}
