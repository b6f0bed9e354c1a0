import { randomInt } from "node:crypto";
import { retention } from "@matinale/contracts";
import type { Sender } from "../channel/inbound.ts";
import { addressOf, digitsOf, isUserId, spellingsOf } from "../subscriber/phone.ts";
import {
  type Channel,
  recipientOf,
  type Subscriber,
  type SubscriberChange,
} from "../subscriber/subscriber.ts";
import { consentWording } from "./wording.ts";

/** How long a number may be pending. Milliseconds. */
const pendingMs = retention.claimHours * 3_600_000;

/** A number that was typed on the site. It is pending until its phone confirms it. */
export const claimed = (phone: string, now: Date): Channel => ({
  phone,
  connectedAt: now,
  claimedUntil: new Date(now.getTime() + pendingMs),
});

/** A number whose phone has sent START. A later START keeps the first confirmation and consent. */
export function confirmed(channel: Channel, at: Date): Channel {
  const { claimedUntil: _, ...rest } = channel;
  const { phone, userId, verifiedAt = at } = rest;
  const by = phone === undefined ? { userId } : { phone };
  const { consent = { wording: consentWording, at, ...by } } = rest;
  return { ...rest, verifiedAt, consent };
}

export const isVerified = ({ channel }: Pick<Subscriber, "channel">): boolean =>
  channel?.verifiedAt !== undefined;

/** The number (E.164) and the user id of a sender, as a channel stores them. */
export const addressFields = ({ from, userId }: Sender): Pick<Channel, "phone" | "userId"> =>
  isUserId(from)
    ? { userId: from }
    : { phone: `+${from}`, ...(userId === undefined ? {} : { userId }) };

/** The number and the user id of a sender, as the provider writes them. */
export const addressesOf = ({ from, userId }: Sender): string[] =>
  userId === undefined ? [from] : [from, userId];

/** The number and the user id of a channel, as the provider writes them. */
export const channelAddresses = ({ phone, userId }: Channel): string[] =>
  [phone, userId].filter((each) => each !== undefined).map(addressOf);

/** Whether a sender is the person of this channel: by the number, in any spelling, or by the user id. */
export const isFrom = ({ phone, waId, userId }: Channel, sender: Sender): boolean =>
  addressesOf(sender).some((address) => address === waId || address === userId) ||
  (phone !== undefined && spellingsOf(sender.from).includes(digitsOf(phone)));

/**
 * The channel with the number or the user id that the sender has and the channel lacks. A known number stays
 * as it is, because the provider may spell it differently; the latest user id counts.
 */
export function withAddresses(channel: Channel, sender: Sender): Channel | null {
  const { phone } = channel;
  const after = { ...channel, ...addressFields(sender), ...(phone === undefined ? {} : { phone }) };
  return after.phone === phone && after.userId === channel.userId ? null : after;
}

/** The channel under the new number and user id of its person: the old ones may belong to another person soon. */
export function withNewAddresses(channel: Channel, to: Sender): Channel {
  const { phone: _, waId: __, userId: ___, ...rest } = channel;
  const after: Channel = { ...rest, ...addressFields(to) };
  const movedFrom = recipientOf(channel);
  const isMoved = movedFrom !== undefined && movedFrom !== recipientOf(after);
  return isMoved ? { ...after, movedFrom } : after;
}

/** The change to another number. A stop from the site stays; a stop from the phone goes with the phone. */
export const withNumber = (
  { stopped }: Pick<Subscriber, "stopped">,
  channel: Channel,
): SubscriberChange => ({ ...withoutNumber({ stopped }), channel });

/** The change that removes the number of an account. */
export const withoutNumber = ({ stopped }: Pick<Subscriber, "stopped">): SubscriberChange => ({
  channel: null,
  disconnected: null,
  newNumber: true,
  ...(stopped?.by === "phone" ? { stopped: null } : {}),
});

/** The UTC day by which attempts to connect a number are counted. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Seconds until attempts are counted from zero again. */
export const secondsOfDayLeft = (now: Date): number =>
  Math.ceil((Date.parse(`${dayOf(now)}T24:00:00Z`) - now.getTime()) / 1000);

/** Without 0, O, 1 and I, because people read codes aloud and type them. */
const letters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const length = 8;

export const newCode = (): string =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join("");

/** A link that opens a chat with START in the message field. The QR code contains it. */
export const startLink = (businessNumber: string, code?: string): string =>
  `https://wa.me/${businessNumber}?text=START${code === undefined ? "" : `-${code}`}`;

/** Whether a message is newer than the last one that was applied: webhooks arrive late and more than once. */
export const isNewer = (
  last: { id: string; at: Date } | undefined,
  { id, at }: { id: string; at: Date },
): boolean =>
  last === undefined || at > last.at || (at.getTime() === last.at.getTime() && id !== last.id);
