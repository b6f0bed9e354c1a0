/** Pause before an incomplete digest is composed for the second time, and after an unexpected error. Milliseconds. */
export const retryMs = 5_000;

const minute = 60_000;

/**
 * Each further pause is this many times as long, up to a minute. At most 19 attempts in 15 minutes: a digest whose clips are
 * late is soon complete, one whose voice is out of budget for the rest of the day costs little, and after an outage of the
 * voice the digests are composed well before they are due, not all at their last attempt.
 */
const retryFactor = 2;
const maxRetryMs = minute;

const scheduledLateMs = 20_000;
const scheduledMaxMs = 30_000;
const manualLateMs = 21_000;

/**
 * How long digests wait for their scripts and clips: until `lateMs` after the due instant, within `minMs` and `maxMs`. An
 * incomplete digest is composed again until `lastRetryMs` after the due instant; a negative one is before it. Delivery does not
 * wait for a digest any more when it is late by `missedAfterMs`.
 */
const waits = {
  /**
   * The rest of the promised minute is for sending the digest. The longest wait is short: an incomplete digest that is not due
   * yet is composed again, and orders that wait for their turn must not stand behind it. The last attempt still has its whole
   * wait. A digest that is late already takes the clips that exist, and its fixed sentences.
   *
   * Delivery sends it until two hours after its due instant. A subscriber who changes the hour can move that instant by up to
   * a quarter of an hour without a new request.
   */
  scheduled: {
    lateMs: scheduledLateMs,
    minMs: 5_000,
    maxMs: scheduledMaxMs,
    lastRetryMs: scheduledLateMs - scheduledMaxMs - retryMs,
    missedAfterMs: (120 + 15) * minute,
  },
  /**
   * Due when it is requested. It waits almost as long as its reader waits for the answer: 25 s in delivery, of which upload and
   * sending take 4 s. After this time an equal digest would not have more audio. Delivery waits ten minutes for it.
   */
  manual: {
    lateMs: manualLateMs,
    minMs: 5_000,
    maxMs: manualLateMs,
    lastRetryMs: manualLateMs,
    missedAfterMs: 10 * minute,
  },
};

/** A reader waits for a manual digest; a scheduled one is due later. */
export type Kind = keyof typeof waits;

/** Milliseconds that a digest waits for its scripts and clips. */
export function deadlineMs(kind: Kind, due: Date, now: Date): number {
  const { lateMs, minMs, maxMs } = waits[kind];
  return Math.max(minMs, Math.min(maxMs, due.getTime() + lateMs - now.getTime()));
}

const leftForRetriesMs = (kind: Kind, due: Date, now: Date): number =>
  due.getTime() + waits[kind].lastRetryMs - now.getTime();

/** Whether an incomplete digest is composed again instead of sent as it is. */
export const canWait = (kind: Kind, due: Date, now: Date): boolean =>
  leftForRetriesMs(kind, due, now) > 0;

/**
 * Milliseconds until an incomplete scheduled digest is composed again. There is always a last attempt just before it is due.
 *
 * @param attempts  how often the digest was composed
 */
export const retryPauseMs = (attempts: number, due: Date, now: Date): number =>
  Math.max(
    retryMs,
    Math.min(
      maxRetryMs,
      retryMs * retryFactor ** (attempts - 1),
      leftForRetriesMs("scheduled", due, now),
    ),
  );

/** Digests that were due at this instant or earlier are missed at `now`: delivery does not wait for them any more. */
export const missedUntil = (kind: Kind, now: Date): Date =>
  new Date(now.getTime() - waits[kind].missedAfterMs);
