/** Attempts to process a webhook item, including the first. Then it is set aside. */
const maxAttempts = 5;
const firstPauseMs = 5_000;

/**
 * When a failed item is retried: after 5 s, 20 s, 80 s and 320 s.
 *
 * @param attempts  made so far, from 1
 * @returns         null after the last attempt
 */
export const nextTryAt = (attempts: number, now: Date): Date | null =>
  attempts >= maxAttempts
    ? null
    : new Date(now.getTime() + firstPauseMs * 4 ** Math.max(0, attempts - 1));
