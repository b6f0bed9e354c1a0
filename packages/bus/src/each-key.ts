import type { TopicName } from "@matinale/contracts";
import type { Received } from "./received.ts";

/** Handles the events of one user in order, and different users in parallel. */
export async function eachKey<T extends TopicName>(
  events: Received<T>[],
  handle: (event: Received<T>) => Promise<void>,
): Promise<void> {
  const inOrder = async (ofOneUser: Received<T>[]) => {
    for (const event of ofOneUser) await handle(event);
  };
  await Promise.all([...Map.groupBy(events, ({ key }) => key).values()].map(inOrder));
}
