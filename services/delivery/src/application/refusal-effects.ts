import type { UserId } from "@matinale/contracts";
import { type Action, heldBackMs } from "../domain/channel/whatsapp.ts";
import type { SubscriberStore } from "../store/subscribers.ts";

/**
 * What a refusal says of the conversation with its recipient. Written before the message goes on, which
 * depends on it.
 *
 * @param at  when the provider refused
 */
export async function updateWindow(
  action: Action,
  userId: UserId,
  at: Date,
  subscribers: SubscriberStore,
): Promise<void> {
  if (action === "change_form") await subscribers.closeWindow(userId, at);
  if (action === "defer") {
    await subscribers.holdBack(userId, new Date(at.getTime() + heldBackMs));
  }
}

/** What a refusal says of the recipient's number. After the failure is stored: it is judged by those. */
export async function updateRecipient(
  action: Action,
  userId: UserId,
  at: Date,
  deps: {
    onUnreachable: (userId: UserId) => Promise<void>;
    onOptedOut: (userId: UserId, at: Date) => Promise<void>;
  },
): Promise<void> {
  if (action === "recipient") await deps.onUnreachable(userId);
  if (action === "opted_out") await deps.onOptedOut(userId, at);
}
