import { randomInt } from "node:crypto";
import { digitsOf, spellingsOf } from "../subscriber/phone.ts";
import type { Channel, Subscriber, SubscriberChange } from "../subscriber/subscriber.ts";
import { consentWording } from "./wording.ts";

/** How long an unconfirmed claim of a number lasts. Milliseconds. */
const claimMs = 24 * 3_600_000;

/** A number that was typed on the site. It is a claim until its phone confirms it. */
export const claimed = (phone: string, now: Date): Channel => ({
  phone,
  connectedAt: now,
  claimedUntil: new Date(now.getTime() + claimMs),
});

/** A number whose phone has sent START. A later START keeps the first confirmation and consent. */
export function confirmed(channel: Channel, at: Date): Channel {
  const { claimedUntil: _, ...rest } = channel;
  const { phone, verifiedAt = at, consent = { wording: consentWording, at, phone } } = rest;
  return { ...rest, verifiedAt, consent };
}

export const isVerified = ({ channel }: Pick<Subscriber, "channel">): boolean =>
  channel?.verifiedAt !== undefined;

/** Whether a message from these digits comes from the phone of this channel, in any spelling. */
export const isPhoneOf = ({ phone, waId }: Channel, digits: string): boolean =>
  waId === digits || spellingsOf(digits).includes(digitsOf(phone));

/**
 * The change that removes the claimed number of an account. A stop from the site stays; a stop from the phone
 * goes with the phone.
 */
export const withoutClaim = ({ stopped }: Pick<Subscriber, "stopped">): SubscriberChange => ({
  channel: null,
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
