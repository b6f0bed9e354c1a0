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

/** A scheduled digest is composed this long before it is due. The rest is for its upload. Milliseconds. */
const scheduledReadyMs = 5_000;
const scheduledStandardMs = 10_000;
const manualStandardMs = 21_000;

/**
 * How long digests wait for their scripts and clips: until `readyMs` before the due instant, but at least `standardMs` when
 * they start by then, less the delay when they start later, and within `minMs` and `maxMs`. The last attempt at an incomplete
 * digest starts at most `lastAttemptMs` after the due instant; a negative one is before it. Delivery does not wait for a digest
 * any more when it is late by `missedAfterMs`.
 */
const waits = {
  /**
   * No digest is late for the sake of a story more in its voice note: only one whose first attempt starts just before the due
   * instant, or after it, may be ready later. The longest wait is short: an incomplete digest that is not due yet is composed
   * again, and orders that wait for their turn must not stand behind it. A digest that is late already takes the clips that
   * exist, and its fixed sentences.
   *
   * Delivery sends it until two hours after its due instant. A subscriber who changes the hour can move that instant by up to
   * a quarter of an hour without a new request.
   */
  scheduled: {
    readyMs: scheduledReadyMs,
    standardMs: scheduledStandardMs,
    minMs: 5_000,
    maxMs: 30_000,
    lastAttemptMs: -(scheduledReadyMs + scheduledStandardMs),
    missedAfterMs: (120 + 15) * minute,
  },
  /**
   * Due when it is requested. It waits almost as long as its reader waits for the answer: 25 s in delivery, of which upload and
   * sending take 4 s. After this time an equal digest would not have more audio. Delivery waits ten minutes for it.
   */
  manual: {
    readyMs: 0,
    standardMs: manualStandardMs,
    minMs: 5_000,
    maxMs: manualStandardMs,
    lastAttemptMs: manualStandardMs,
    missedAfterMs: 10 * minute,
  },
};

/** A reader waits for a manual digest; a scheduled one is due later. */
export type Kind = keyof typeof waits;

/** Milliseconds that a digest waits for its scripts and clips. */
export function deadlineMs(kind: Kind, due: Date, now: Date): number {
  const { readyMs, standardMs, minMs, maxMs } = waits[kind];
  const left = due.getTime() - now.getTime();
  const wait = Math.max(left - readyMs, standardMs + Math.min(0, left));
  return Math.max(minMs, Math.min(maxMs, wait));
}

const leftForAttemptsMs = (kind: Kind, due: Date, now: Date): number =>
  due.getTime() + waits[kind].lastAttemptMs - now.getTime();

/** Whether an attempt at a digest that was incomplete may start now. Without time for it the digest is sent as it is. */
export const hasTime = (kind: Kind, due: Date, now: Date): boolean =>
  leftForAttemptsMs(kind, due, now) > 0;

/** Whether an incomplete scheduled digest is composed again after a pause instead of sent as it is. */
export const canWait = (due: Date, now: Date): boolean =>
  leftForAttemptsMs("scheduled", due, now) > retryMs;

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
      leftForAttemptsMs("scheduled", due, now) - retryMs,
    ),
  );

/** Digests that were due at this instant or earlier are missed at `now`: delivery does not wait for them any more. */
export const missedUntil = (kind: Kind, now: Date): Date =>
  new Date(now.getTime() - waits[kind].missedAfterMs);
