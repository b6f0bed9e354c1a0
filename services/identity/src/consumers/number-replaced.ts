import { eachKey, personalConsumer, type Consumer, type Forgetting } from "@matinale/bus";
import { retention } from "@matinale/contracts";
import type { AccountMessages } from "../store/account-messages.ts";

/** An older event was read again: its mail was sent, or is of no use any more. Milliseconds. */
const usefulForMs = retention.unsentMailDays * 86_400_000;

/**
 * Queues the mail to the owner. At most one a day, so that an account cannot flood a mailbox; the id of the mail names
 * the day, so that a redelivered event queues no second one.
 */
export const numberReplacedConsumer = (
  messages: AccountMessages,
  forgetting: Forgetting,
): Consumer =>
  personalConsumer(forgetting, {
    topic: "number.replaced",
    handle: (events) =>
      eachKey(events, async ({ userId, occurredAt }) => {
        const now = new Date();
        if (now.getTime() - occurredAt.getTime() > usefulForMs) return;
        const _id = `number_replaced:${userId}:${occurredAt.toISOString().slice(0, 10)}`;
        await messages.addOnce(
          { _id, kind: "number_replaced", about: { userId }, dueAt: now },
          now,
        );
      }),
  });
