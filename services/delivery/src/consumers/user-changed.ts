import { projection, type Received } from "@matinale/bus";
import { asUserId, dateFrom, languageFrom, voiceFrom } from "@matinale/contracts";
import type { Deps } from "../application/deps.ts";
import { changeSubscriber, refreshAfter } from "../application/change-subscriber.ts";
import { withoutNumber } from "../domain/conversation/connection.ts";

/**
 * Removes numbers, and codes to connect one, of people who had signed up with the e-mail address of another person
 * until its owner got the account.
 */
async function removeNumbersOfOthers(
  events: readonly Received<"user.changed">[],
  deps: Deps,
): Promise<void> {
  for (const { key, message } of events) {
    const ownerSince = dateFrom(message?.ownerSince, null);
    if (ownerSince === null) continue;
    const id = asUserId(key);
    await deps.codes.endBefore(id, ownerSince);
    await changeSubscriber(id, deps, (subscriber) => {
      const { channel, disconnected } = subscriber;
      const since = channel?.connectedAt ?? disconnected?.at;
      return since !== undefined && since < ownerSince ? withoutNumber(subscriber) : null;
    });
  }
}

/** A tombstone erases all data of the person. */
export const userChangedConsumer = (deps: Deps) =>
  projection(
    "user.changed",
    deps.subscribers.model,
    deps.forgetting,
    (message) => ({ language: languageFrom(message.language), voice: voiceFrom(message.voice) }),
    async (events) => {
      await removeNumbersOfOthers(events, deps);
      await refreshAfter(events, deps);
    },
  );
