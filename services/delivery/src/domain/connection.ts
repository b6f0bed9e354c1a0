import { randomInt } from "node:crypto";
import type { Channel } from "./subscriber.ts";

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/** A number that has just been given. Changes of number are counted by day. */
export function connected(phone: string, before: Channel | undefined, now: Date): Channel {
  const day = dayOf(now);
  const count = before?.connects.day === day ? before.connects.count : 0;
  return { phone, connectedAt: now, connects: { day, count: count + 1 } };
}

/** Seconds until changes of number are counted anew. */
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

/** Whether what was said or chosen on the phone is later than what was obeyed last: calls come twice, and late. */
export const isNews = ({ lastKeyword }: Channel, { id, at }: { id: string; at: Date }): boolean =>
  lastKeyword === undefined ||
  at > lastKeyword.at ||
  (at.getTime() === lastKeyword.at.getTime() && id !== lastKeyword.id);
