import type { Language, Plan, UserId } from "@matinale/contracts";
import type { contactMessage } from "@matinale/contracts/api";
import { HttpError } from "@matinale/kit";
import type { z } from "zod";
import { emailKey } from "../domain/account/account.ts";
import { newReference, planInForce } from "../domain/contact/contact-message.ts";
import { texts } from "../domain/texts.ts";
import type { Stores } from "../store/index.ts";

export interface ContactDeps extends Stores {
  plans: readonly Plan[];
  /** Without mail, messages cannot reach the owner. */
  sendsMail: boolean;
}

/**
 * Stores a message of the contact form, and queues its mails to the owner and to the sender. A message of a
 * program, which fills in the hidden field, is dropped without a sign.
 *
 * @returns the reference
 * @throws HttpError SERVICE_UNAVAILABLE while mail is off
 */
export async function sendContactMessage(
  { website, ...message }: z.output<typeof contactMessage>,
  { userId, language }: { userId: UserId | undefined; language: Language },
  { contactMessages, messages, subscribers, plans, sendsMail }: ContactDeps,
): Promise<string> {
  if (!sendsMail) throw new HttpError("SERVICE_UNAVAILABLE", texts.noContactForm);
  const reference = newReference();
  if (website) return reference;
  const now = new Date();
  const known = userId === undefined ? null : await subscribers.document(userId);
  const plan = planInForce(known?.subscription, plans, now);
  await contactMessages.add({
    _id: reference,
    ...message,
    emailKey: emailKey(message.email),
    language,
    ...(userId === undefined ? {} : { userId }),
    ...(plan === undefined ? {} : { plan: plan.nameEn }),
    hasPriority: plan?.limits.prioritySupport ?? false,
    createdAt: now,
  });
  const about = { contactMessageId: reference };
  await messages.add(
    [
      { kind: "contact", about },
      { kind: "contact_received", about },
    ],
    now,
  );
  return reference;
}
