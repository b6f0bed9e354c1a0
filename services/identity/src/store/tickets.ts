import { retention, type UserId } from "@matinale/contracts";
import { indexedDocuments, storeOf } from "@matinale/kit";
import { emailKey } from "../domain/account/account.ts";
import type { Ticket } from "../domain/contact/ticket.ts";

const schema = indexedDocuments()
  .index({ createdAt: 1 }, { expireAfterSeconds: retention.ticketDays * 86_400 })
  .index({ email: 1 })
  .index({ emailKey: 1 })
  .index({ userId: 1 }, { sparse: true });

/** Messages of the contact form, until their mails are sent. */
export class TicketStore extends storeOf<Ticket>("tickets", schema) {
  async add(ticket: Ticket): Promise<void> {
    await this.model.create(ticket);
  }

  /** How many messages name this address, in any spelling that an account would take for the same. */
  countOf(email: string): Promise<number> {
    return this.model.countDocuments({
      $or: [
        { emailKey: { $eq: emailKey(email) } },
        // stored by the version before, which wrote no key; such messages are deleted within 7 days
        { emailKey: { $exists: false }, email: { $eq: email } },
      ],
    });
  }

  async erase(userId: UserId): Promise<void> {
    await this.model.deleteMany({ userId });
  }
}
