import { isDeepStrictEqual } from "node:util";
import { unlessDuplicate } from "@matinale/kit";
import type { AddressChange } from "../domain/channel/inbound.ts";
import {
  addressesOf,
  isFrom,
  isVerified,
  withNewAddresses,
} from "../domain/conversation/connection.ts";
import { changeSubscriber } from "./change-subscriber.ts";
import { removePendingNumber } from "./connect-number.ts";
import type { Deps } from "./deps.ts";

/**
 * Gives the channels of people with a new number or user id their new addresses. Other accounts lose the
 * new number while it is pending there, as after START. When it belongs to another subscriber, both stay as they are. Repeats change
 * nothing: the old number belongs to no channel any more, or to a channel that was connected later.
 */
export async function applyAddressChanges(
  addressChanges: readonly AddressChange[],
  deps: Deps,
): Promise<void> {
  let conflicts = 0;
  for (const change of addressChanges)
    if (!(await applyAddressChange(change, deps))) conflicts += 1;
  if (conflicts > 0) {
    deps.logger.warn(
      { conflicts },
      "new number or user id belongs to another subscriber, both kept",
    );
  }
}

/** @returns false when the new or the old number or user id belongs to another subscriber */
async function applyAddressChange(change: AddressChange, deps: Deps): Promise<boolean> {
  const { subscribers } = deps;
  const { at, to } = change;
  const found = await subscribers.addresses.byAddresses([change, to].flatMap(addressesOf));
  const [owner, ...rest] = found.filter(
    ({ channel }) =>
      channel?.verifiedAt !== undefined && channel.connectedAt <= at && isFrom(channel, change),
  );
  if (owner === undefined) return true;
  const others = found.filter(
    ({ _id, channel }) => _id !== owner._id && channel !== undefined && isFrom(channel, to),
  );
  if (rest.length > 0 || others.some(isVerified)) return false;
  const move = async () => {
    for (const { _id } of others) await removePendingNumber(_id, to, deps);
    await changeSubscriber(owner._id, deps, ({ channel }) => {
      if (channel === undefined || !isFrom(channel, change)) return null;
      const after = withNewAddresses(channel, to);
      return isDeepStrictEqual(after, channel) ? null : { channel: after, newNumber: true };
    });
  };
  return unlessDuplicate(move());
}
