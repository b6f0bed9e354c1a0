import type { Language, UserId } from "@matinale/contracts";
import { indexedDocuments, storeOf } from "@matinale/kit/mongo";
import type { User } from "../domain/account/account.ts";
import type { SubscriptionState } from "../domain/mail/billing-mails.ts";

/** Projections of other services' events about a person. A part is missing until its first event. */
interface SubscriberDocument {
  _id: UserId;
  subscription?: SubscriptionState & { version: number; planId: number };
  preferences?: { version: number; language: Language; timezone?: string };
  createdAt?: Date;
}

const schema = indexedDocuments();

export class SubscriberStore extends storeOf<SubscriberDocument>("subscribers", schema) {
  /** The language that the person chose last: in the preferences, or at sign-up. */
  async languageOf({ _id, language }: Pick<User, "_id" | "language">): Promise<Language> {
    return (await this.document(_id))?.preferences?.language ?? language;
  }
}
