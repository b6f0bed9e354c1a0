import type { UserId } from "@matinale/contracts";
import { unlessDuplicate } from "@matinale/kit";
import type { Inbound, Sender } from "../domain/channel/inbound.ts";
import type { Command } from "../domain/conversation/keywords.ts";
import {
  addressesOf,
  confirmed,
  addressFields,
  isFrom,
  isVerified,
  withNumber,
  withoutNumber,
} from "../domain/conversation/connection.ts";
import type { Subscriber, SubscriberChange } from "../domain/subscriber/subscriber.ts";
import { changeSubscriber } from "./change-subscriber.ts";
import type { Deps } from "./deps.ts";
import { notifyFormerPhone } from "./notify-former-phone.ts";

/**
 * START-<code> connects the phone that sends it to the account that was shown the code. The message proves
 * who has the phone, so other accounts lose its number while it is pending there. A phone that hides its
 * number is connected by its user id. A number that another account has verified stays there. Of two phones that send
 * the code at the same time, one is connected. The code is deleted after the number is stored: a crash in between repeats
 * both safely.
 *
 * @returns false when another account has verified the number
 */
export async function connectNumber(
  message: Inbound,
  command: Command | null,
  deps: Deps,
): Promise<boolean> {
  const code = command?.name === "start" ? command.code : undefined;
  const userId = code === undefined ? null : await deps.codes.ownerOf(code, deps.now());
  if (code === undefined || userId === null) return true;
  const found = await deps.subscribers.addresses.byAddresses(addressesOf(message));
  const others = found.filter(({ _id }) => _id !== userId);
  if (others.some(isVerified)) return false;
  const decide = (subscriber: Subscriber): SubscriberChange | null => {
    const { channel } = subscriber;
    if (channel !== undefined && isFrom(channel, message)) {
      return isVerified(subscriber) ? null : { channel: confirmed(channel, message.at) };
    }
    const connected = { ...addressFields(message), connectedAt: message.at };
    return withNumber(subscriber, confirmed(connected, message.at));
  };
  const connect = async () => {
    if (!(await deps.codes.claim(code, message.id))) return;
    for (const { _id } of others) await removePendingNumber(_id, message, deps);
    await changeNumber(userId, decide, deps);
    await deps.codes.use(code);
  };
  return unlessDuplicate(connect());
}

/** Changes the number of an account. A confirmed phone that a new one replaces gets a message. */
export async function changeNumber(
  id: UserId,
  decide: (subscriber: Subscriber) => SubscriberChange | null,
  deps: Deps,
): Promise<Subscriber | null> {
  let former: Subscriber | undefined;
  const after = await changeSubscriber(id, deps, (subscriber) => {
    const change = decide(subscriber);
    former = change?.newNumber === true && isVerified(subscriber) ? subscriber : undefined;
    return change;
  });
  if (former !== undefined) notifyFormerPhone(former, deps);
  return after;
}

/** Removes a number that its phone has not confirmed. @returns false when it is confirmed now, or has changed */
export async function removePendingNumber(
  id: UserId,
  sender: Sender,
  deps: Deps,
): Promise<boolean> {
  let ended = false;
  await changeSubscriber(id, deps, (subscriber) => {
    const { channel } = subscriber;
    ended = channel !== undefined && isFrom(channel, sender) && !isVerified(subscriber);
    return ended ? withoutNumber(subscriber) : null;
  });
  return ended;
}
