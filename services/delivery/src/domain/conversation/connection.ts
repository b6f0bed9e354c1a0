import { randomInt } from "node:crypto";
import { digitsOf, spellingsOf } from "../subscriber/phone.ts";
import type { Channel, Subscriber } from "../subscriber/subscriber.ts";
import { consentWording } from "./wording.ts";

/** How long a number that was typed on the site waits for its phone to confirm it. Milliseconds. */
const claimMs = 24 * 3_600_000;

/** A number that was typed on the site: a claim, until its phone confirms it. */
export const claimed = (phone: string, now: Date): Channel => ({
  phone,
  connectedAt: now,
  claimedUntil: new Date(now.getTime() + claimMs),
});

/** A number whose phone has written START. The first proof and the first consent are kept. */
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
 * An account without the number that it has claimed. What its owner has stopped on the site stays
 * stopped; what was said on a phone concerns that phone only.
 */
export const withoutClaim = ({
  stopped,
}: Pick<Subscriber, "stopped">): { channel: null; newNumber: true; stopped?: null } => ({
  channel: null,
  newNumber: true,
  ...(stopped?.by === "phone" ? { stopped: null } : {}),
});

/** The day by which attempts to connect a number are counted. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Seconds until attempts are counted from zero. */
export const secondsOfDayLeft = (now: Date): number =>
  Math.ceil((Date.parse(`${dayOf(now)}T24:00:00Z`) - now.getTime()) / 1000);

/** Read aloud and typed by people: no 0/O, 1/I. */
const letters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const length = 8;

export const newCode = (): string =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join("");

/** What the phone has in its message field when the link is opened or the QR code is read. */
export const startLink = (businessNumber: string, code?: string): string =>
  `https://wa.me/${businessNumber}?text=START${code === undefined ? "" : `-${code}`}`;

/** Whether a message is later than the last one that counted: webhooks come twice, and late. */
export const isNewer = (
  last: { id: string; at: Date } | undefined,
  { id, at }: { id: string; at: Date },
): boolean =>
  last === undefined || at > last.at || (at.getTime() === last.at.getTime() && id !== last.id);
