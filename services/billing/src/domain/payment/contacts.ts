import type { UserId } from "@matinale/contracts";
import type { Contact } from "./payment-provider.ts";

/** Finds out where receipts go. */
export interface Contacts {
  /** Null when the account does not exist any more. @throws when nobody answers: ask again later */
  of(userId: UserId): Promise<Contact | null>;
}
