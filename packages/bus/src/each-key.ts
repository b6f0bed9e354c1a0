import { asUserId, type EventOf, type TopicName, type UserId } from "@matinale/contracts";
import type { Consumer } from "./consumer.ts";
import { personalConsumer, type Forgetting } from "./erased-people.ts";
import { inContextOf } from "./event-context.ts";
import type { Received } from "./received.ts";

/** An event that is not a tombstone. */
type Stated<T extends TopicName> = Received<T> & { message: EventOf<T>; userId: UserId };

/**
 * Handles the events of one user in order, those of others in parallel, each in its own context. Skips
 * tombstones: `personalConsumer` handles them before.
 */
export async function eachKey<T extends TopicName>(
  events: Received<T>[],
  handle: (event: Stated<T>) => Promise<void>,
): Promise<void> {
  const inOrder = async (ofOneUser: Received<T>[]) => {
    for (const { message, ...event } of ofOneUser) {
      if (message === null) continue;
      await inContextOf(event, () => handle({ ...event, message, userId: asUserId(event.key) }));
    }
  };
  const byUser = [...Map.groupBy(events, ({ key }) => key).values()];
  // after a failure the events are handled again: none of this attempt may still be in progress then
  const outcomes = await Promise.allSettled(byUser.map(inOrder));
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
}

/** `personalConsumer` for one event at a time, as `eachKey` handles them: in order for one user, others in parallel. */
export const eventConsumer = <T extends TopicName>(
  topic: T,
  forgetting: Forgetting,
  handle: (event: Stated<T>) => Promise<void>,
): Consumer => personalConsumer(forgetting, { topic, handle: (events) => eachKey(events, handle) });
