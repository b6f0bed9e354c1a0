import { eventConsumer, type Forgetting } from "@matinale/bus";
import { retention } from "@matinale/contracts";
import type { Stores } from "../store/index.ts";

/** An older event was read again: its mail was sent, or is of no use any more. Milliseconds. */
const usefulForMs = retention.unsentMailDays * 86_400_000;

/**
 * Ends the reset code that the former phone may hold, and queues the mail to the owner. At most one mail a day, so that
 * an account cannot flood a mailbox; its id names the day, so that a redelivered event queues no second one.
 */
export const numberReplacedConsumer = (
  { messages, codes }: Pick<Stores, "messages" | "codes">,
  forgetting: Forgetting,
) =>
  eventConsumer("number.replaced", forgetting, async ({ userId, occurredAt }) => {
    const now = new Date();
    if (now.getTime() - occurredAt.getTime() > usefulForMs) return;
    await codes.eraseAll([userId]);
    const _id = `number_replaced:${userId}:${occurredAt.toISOString().slice(0, 10)}`;
    await messages.addOnce({ _id, kind: "number_replaced", about: { userId }, dueAt: now }, now);
  });
