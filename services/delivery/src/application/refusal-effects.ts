import type { UserId } from "@matinale/contracts";
import { type Action, heldBackMs } from "../domain/channel/whatsapp.ts";
import type { SubscriberStore } from "../store/subscribers.ts";

/**
 * Closes the recipient's window, or stores that the provider holds messages back, as the refusal says. Runs
 * before the message is requeued, because its next step depends on both.
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

/** Disconnects or stops the recipient's number. Runs after the failure is stored: the rule counts stored failures. */
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
