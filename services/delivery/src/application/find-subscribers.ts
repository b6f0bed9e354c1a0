import type { Sender } from "../domain/channel/inbound.ts";
import {
  addressesOf,
  channelAddresses,
  isFrom,
  isVerified,
} from "../domain/conversation/connection.ts";
import { digitsOf } from "../domain/subscriber/phone.ts";
import type { Subscriber } from "../domain/subscriber/subscriber.ts";
import type { SubscriberStore } from "../store/subscribers.ts";

/**
 * Finds the subscribers of a sender, best first. Two accounts can match: one by the number and one by the user id, or by
 * two spellings of the number. The account that is verified wins, then the one with this user id, then the one with this
 * spelling.
 */
export async function findSubscribers(
  sender: Sender,
  { addresses }: SubscriberStore,
): Promise<Subscriber[]> {
  const found = await addresses.byAddresses(addressesOf(sender));
  return found
    .filter(({ channel }) => channel !== undefined && isFrom(channel, sender))
    .toSorted(bestFirst(sender));
}

function bestFirst({ from, userId }: Sender) {
  const fits = (subscriber: Subscriber): number => {
    const { channel } = subscriber;
    const hasUserId = userId !== undefined && channel?.userId === userId;
    const hasNumber = digitsOf(channel?.phone ?? "") === from;
    return 4 * Number(isVerified(subscriber)) + 2 * Number(hasUserId) + Number(hasNumber);
  };
  return (one: Subscriber, other: Subscriber) => fits(other) - fits(one);
}

/** Whom a message concerns: the best match. An opt-out also concerns other accounts that this phone has verified. */
export const concernedBy = (isOptOut: boolean, found: readonly Subscriber[]): Subscriber[] =>
  found.filter((subscriber, index) => index === 0 || (isOptOut && isVerified(subscriber)));

/** The number and the user id of a sender: those of the message, and those that the channels know. */
export const allAddresses = (sender: Sender, found: readonly Subscriber[]): Set<string> =>
  new Set([
    ...addressesOf(sender),
    ...found.flatMap(({ channel }) => (channel === undefined ? [] : channelAddresses(channel))),
  ]);
