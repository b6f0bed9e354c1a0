import { isDatabaseAway } from "@matinale/kit";
import { ExponentialBackoff, handleWhen, retry as retryPolicy } from "cockatiel";
import { UndecodableMessage } from "../received.ts";
import type { Policy } from "../transport.ts";

const maxAttempts = 3;

const isWorthRetrying = (error: unknown): boolean =>
  !isDatabaseAway(error) && !(error instanceof UndecodableMessage);

/** How often `retry` tries a record that fails with this error. */
export const attemptsBeforeDeadLetter = (error: unknown): number =>
  error instanceof UndecodableMessage ? 1 : maxAttempts;

/** Tries a record three times, except one that no attempt can decode. */
export const retry: Policy = (next) => {
  const policy = retryPolicy(handleWhen(isWorthRetrying), {
    maxAttempts: maxAttempts - 1,
    backoff: new ExponentialBackoff({ initialDelay: 100, maxDelay: 800 }),
  });
  return (batch) => policy.execute(() => next(batch));
};
