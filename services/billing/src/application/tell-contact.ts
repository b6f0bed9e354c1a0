import type { UserId } from "@matinale/contracts";
import type { Contacts, PaymentProvider } from "../domain/payment/payment-provider.ts";

/** Tells the payment provider where receipts of this customer go. Safe to repeat. */
export async function tellContact(
  customerId: string,
  userId: UserId,
  { contacts, provider }: { contacts: Contacts; provider: PaymentProvider },
): Promise<void> {
  const contact = await contacts.of(userId);
  if (contact !== null) await provider.setContact(customerId, contact);
}
