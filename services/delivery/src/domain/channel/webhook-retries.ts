/** Attempts to process a webhook item, including the first. Then it is set aside. */
const maxAttempts = 5;
const firstPauseMs = 5_000;

/** When a failed item is retried: 5, 20, 80 and 320 s after its first four attempts; null after the last. */
export const nextTryAt = (attempts: number, now: Date): Date | null =>
  attempts >= maxAttempts
    ? null
    : new Date(now.getTime() + firstPauseMs * 4 ** Math.max(0, attempts - 1));
