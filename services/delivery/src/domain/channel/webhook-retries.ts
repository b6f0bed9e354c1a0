/** Attempts at an item of a webhook call, the first among them; then it is set aside. */
const mostAttempts = 5;
const firstPauseMs = 5_000;

/**
 * When an item that has failed is tried again: after 5 s, 20 s, 80 s and 320 s.
 *
 * @param attempts  made so far, from 1
 * @returns         null when there were enough
 */
export const nextTryAt = (attempts: number, now: Date): Date | null =>
  attempts >= mostAttempts
    ? null
    : new Date(now.getTime() + firstPauseMs * 4 ** Math.max(0, attempts - 1));
