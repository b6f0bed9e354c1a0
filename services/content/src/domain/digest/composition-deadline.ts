/**
 * A scheduled digest waits until it is due, less the time to send it. Complete sound is worth being late for, by as
 * much as the promised minute allows.
 */
const sendingMs = 10_000;
const scheduledMs = { least: 30_000, most: 120_000 };
/** Missing speech is tried again unless the digest is due sooner than this. */
const lastChanceMs = 45_000;

/** Milliseconds that a scheduled digest waits for its scripts and its voice. */
export const scheduledDeadlineMs = (due: Date, now: Date): number => {
  const left = due.getTime() - now.getTime() - sendingMs;
  return Math.max(scheduledMs.least, Math.min(scheduledMs.most, left));
};

/** Whether an incomplete scheduled digest is composed again instead of sent as it is. */
export const canWait = (due: Date, now: Date): boolean =>
  due.getTime() - now.getTime() > lastChanceMs;

/**
 * A manual digest waits for its sound nearly as long as its reader waits for the answer: 25 s in delivery,
 * of which upload and sending take 4 s. An equal digest that is composed a few seconds later then has no more sound.
 */
const manualMs = { least: 5_000, most: 21_000 };

/** Milliseconds that a manual digest waits for its scripts and its voice. */
export const manualDeadlineMs = (asked: Date, now: Date): number => {
  const left = manualMs.most - (now.getTime() - asked.getTime());
  return Math.max(manualMs.least, Math.min(manualMs.most, left));
};

/** Whether more sound can still arrive in time for the reader who waits. */
export const manualCanWait = (asked: Date, now: Date): boolean =>
  now.getTime() - asked.getTime() < manualMs.most;
