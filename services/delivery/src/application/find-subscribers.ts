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

export type FoundSubscribers = (sender: Sender) => Subscriber[];

/**
 * Finds the subscribers of each sender, best first. Two accounts can match: one by the number and one by the
 * user id, or by two spellings of the number. The account that is verified wins, then the one with this user
 * id, then the one with this spelling.
 */
export async function findSubscribers(
  senders: readonly Sender[],
  subscribers: SubscriberStore,
): Promise<FoundSubscribers> {
  const found = await subscribers.addresses.byAddresses([...new Set(senders.flatMap(addressesOf))]);
  const rankOf = ({ channel }: Subscriber, { from, userId }: Sender) =>
    (channel?.verifiedAt === undefined ? 0 : 4) +
    (userId !== undefined && channel?.userId === userId ? 2 : 0) +
    (digitsOf(channel?.phone ?? "") === from ? 1 : 0);
  const matching = (sender: Sender) =>
    found
      .filter(({ channel }) => channel !== undefined && isFrom(channel, sender))
      .toSorted((one, other) => rankOf(other, sender) - rankOf(one, sender));
  const bySender = new Map(senders.map((sender) => [sender, matching(sender)]));
  return (sender) => bySender.get(sender) ?? [];
}

/** The subscriber of a sender. An opt-out also concerns other accounts that this phone has verified. */
export const concerned = (found: readonly Subscriber[], isOptOut: boolean): Subscriber[] =>
  found.filter((subscriber, index) => index === 0 || (isOptOut && isVerified(subscriber)));

/** The number and the user id of a sender: those of the message, and those that the channels know. */
export const allAddresses = (sender: Sender, found: readonly Subscriber[]): Set<string> =>
  new Set([
    ...addressesOf(sender),
    ...found.flatMap(({ channel }) => (channel === undefined ? [] : channelAddresses(channel))),
  ]);
