import { unlessDuplicate } from "@matinale/kit";
import type { Sender } from "../domain/channel/inbound.ts";
import { addressesOf, isFrom, withAddresses } from "../domain/conversation/connection.ts";
import { digitsOf, spellingsOf } from "../domain/subscriber/phone.ts";
import type { Subscriber } from "../domain/subscriber/subscriber.ts";
import type { ShownUserId } from "../store/subscriber-addresses.ts";
import { changeSubscriber } from "./change-subscriber.ts";
import type { Deps } from "./deps.ts";

/**
 * A number and a user id that come together belong to one person: the channel that has one of them stores
 * the other, so that it is found when the person hides the number. If they belong to two subscribers, both
 * stay as they are.
 */
export async function learnAddresses(senders: readonly Sender[], deps: Deps): Promise<void> {
  const complete = new Map(
    senders.flatMap(({ from, userId }) =>
      userId === undefined ? [] : [[`${from}/${userId}`, { from, userId }] as const],
    ),
  );
  if (complete.size === 0) return;
  const { subscribers, logger } = deps;
  const found = await subscribers.addresses.byAddresses(
    [...complete.values()].flatMap(addressesOf),
  );
  const byAddress = Map.groupBy(found.flatMap(withAddress), ({ address }) => address);
  let conflicts = 0;
  const shown: ShownUserId[] = [];
  for (const sender of complete.values()) {
    const known = [...addressesOf(sender), ...spellingsOf(sender.from)].flatMap(
      (address) => byAddress.get(address) ?? [],
    );
    const [owner, ...others] = new Set(
      known.flatMap(({ subscriber }) => (isOf(subscriber, sender) ? subscriber : [])),
    );
    if (owner?.channel === undefined || withAddresses(owner.channel, sender) === null) continue;
    const { phone } = owner.channel;
    if (others.length > 0) conflicts += 1;
    else if (phone !== undefined) shown.push({ id: owner._id, phone, userId: sender.userId });
    else if (!(await learnNumber(owner, sender, deps))) conflicts += 1;
  }
  if (!(await subscribers.addresses.rememberUserIds(shown))) conflicts += 1;
  if (conflicts > 0)
    logger.warn({ conflicts }, "number and user id belong to two subscribers, both kept");
}

const isOf = ({ channel }: Subscriber, sender: Sender): boolean =>
  channel !== undefined && isFrom(channel, sender);

/** A subscriber with each address by which the provider may name them. */
const withAddress = (subscriber: Subscriber) => {
  const { phone, waId, userId } = subscriber.channel ?? {};
  const addresses = [phone && digitsOf(phone), waId, userId].filter((each) => each !== undefined);
  return addresses.map((address) => ({ address, subscriber }));
};

/** @returns false when another subscriber has got the number at the same moment */
const learnNumber = ({ _id }: Subscriber, sender: Sender, deps: Deps): Promise<boolean> =>
  unlessDuplicate(
    changeSubscriber(_id, deps, ({ channel }) => {
      const isOwn = channel !== undefined && isFrom(channel, sender);
      const after = isOwn ? withAddresses(channel, sender) : null;
      return after && { channel: after };
    }),
  );
