import { createHash } from "node:crypto";
import { alertMs } from "../alerts/alert.ts";
import { catchUpMs } from "../schedule/schedule.ts";
import type { Delivery } from "./delivery.ts";

/** How long content may take for a manual digest or a story in full. Milliseconds. */
const manualMs = 10 * 60_000;
/** How long the upload of a voice note may take, from the due instant, the tap or the last call. Milliseconds. */
const uploadMs = 10 * 60_000;

export const later = (date: Date, ms: number) => new Date(date.getTime() + ms);
export const earlier = (one: Date, other: Date): Date => (one < other ? one : other);
const latest = (one: Date, other: Date | undefined): Date =>
  other !== undefined && other > one ? other : one;

/** Time for the claim and the write before the call, so that the call is on time. Milliseconds. */
const headStartMs = 500;

/** Deliveries that are due at one instant start within this time, each at its own position. Milliseconds. */
const spreadMs = 400;

/** A number in [0, 1) that is constant for each person. */
const positionOf = (userId: string): number =>
  createHash("sha256").update(userId).digest().readUInt32BE(0) / 2 ** 32;

/**
 * When work on a delivery starts: shortly before it is due, at the position of its subscriber. If the rate
 * delays deliveries that are due at one instant, they are sent in the same order every day.
 */
export const startOf = ({ dueAt, userId }: Pick<Delivery, "dueAt" | "userId">): Date =>
  later(dueAt, -headStartMs - Math.floor(positionOf(userId) * spreadMs));

/** From this instant on the delivery is not sent. */
export const deadlineOf = (delivery: Delivery): Date =>
  delivery.manual && delivery.phase === "composing"
    ? later(delivery.createdAt, manualMs)
    : later(
        latest(delivery.dueAt, delivery.releasedAt),
        delivery.kind === "alert" ? alertMs : catchUpMs,
      );

/**
 * From this instant on the delivery is sent without the voice notes that are not uploaded. After an outage, in which
 * nothing could be uploaded either, the time begins with the text.
 */
export const uploadDeadlineOf = ({ dueAt, releasedAt, parts }: Delivery): Date => {
  const calls = Object.values(parts).map(({ startedAt }) => startedAt);
  return later([releasedAt, ...calls].reduce(latest, dueAt), uploadMs);
};
