/** For complete audio a scheduled digest may be this late: the rest of the promised minute is for sending it. */
const lateMs = 20_000;
/**
 * The longest wait is short: an incomplete digest that is not due yet is composed again, and orders that wait for their
 * turn must not stand behind it. A digest that is late already takes the clips that exist, and its fixed sentences.
 */
const scheduledMs = { min: 5_000, max: 30_000 };
/** Milliseconds after which an incomplete digest is composed again. */
export const retryMs = 5_000;
/** An incomplete digest that is due in more than this is composed again: the next attempt still has its whole wait. */
const lastChanceMs = retryMs + scheduledMs.max - lateMs;

/** Milliseconds that a scheduled digest waits for its scripts and clips. */
export const scheduledDeadlineMs = (due: Date, now: Date): number => {
  const left = due.getTime() + lateMs - now.getTime();
  return Math.max(scheduledMs.min, Math.min(scheduledMs.max, left));
};

/** Whether an incomplete scheduled digest is composed again instead of sent as it is. */
export const canWait = (due: Date, now: Date): boolean =>
  due.getTime() - now.getTime() > lastChanceMs;

/**
 * A manual digest waits for its audio almost as long as its reader waits for the answer: 25 s in delivery, of which
 * upload and sending take 4 s. After this time an equal digest would not have more audio.
 */
const manualMs = { min: 5_000, max: 21_000 };

/** Milliseconds that a manual digest waits for its scripts and clips. */
export const manualDeadlineMs = (asked: Date, now: Date): number => {
  const left = manualMs.max - (now.getTime() - asked.getTime());
  return Math.max(manualMs.min, Math.min(manualMs.max, left));
};

/** Whether more clips can still arrive before the waiting reader's time is over. */
export const manualCanWait = (asked: Date, now: Date): boolean =>
  now.getTime() - asked.getTime() < manualMs.max;
