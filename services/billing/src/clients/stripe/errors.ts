import { HttpError } from "@matinale/kit";
import { Stripe } from "stripe";
import { texts } from "../../domain/texts.ts";

/** Seconds. */
const retryAfter = 30;

/**
 * Stripe repeats this answer for the same idempotency key, whether it is a failure or a refusal: the next call needs
 * another key (docs.stripe.com/api/idempotent_requests).
 */
export class RepeatedRefusal extends HttpError {}

/** Another call used the same idempotency key, or the subscription was paid meanwhile: read and decide again. */
export class CheckoutConflict extends HttpError {
  constructor(cause?: unknown) {
    super("SERVICE_UNAVAILABLE", texts.unavailable, { retryAfter, cause });
  }
}

export class CustomerDeleted extends HttpError {
  constructor(cause: unknown) {
    super("UPSTREAM_FAILED", texts.failed, { cause });
  }
}

export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";

/** Stripe refuses some addresses that we accept. Its message names the address, which must not reach the log. */
export const isRefusedEmail = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "email_invalid";

/**
 * Turns Stripe's errors into responses. Stripe's messages are for developers and contain ids, never keys or cards; they
 * appear in the log and in no response.
 */
export function toHttpError(error: unknown): never {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  const { statusCode = 0 } = error;
  const cause = new Error(`Stripe: ${error.type} ${error.code ?? ""} ${error.message}`, {
    cause: error,
  });
  // unreachable, or it refuses our key or the number of our calls: the same key may succeed later
  if ([0, 401, 403, 429].includes(statusCode)) {
    throw new HttpError("SERVICE_UNAVAILABLE", texts.unavailable, { retryAfter, cause });
  }
  if (statusCode >= 500) {
    throw new RepeatedRefusal("SERVICE_UNAVAILABLE", texts.unavailable, { retryAfter, cause });
  }
  // the key was used with other parameters, or the first call with this key is still running
  if (error instanceof Stripe.errors.StripeIdempotencyError || statusCode === 409) {
    throw new CheckoutConflict(cause);
  }
  if (isMissing(error) && error.param === "customer") throw new CustomerDeleted(cause);
  // what the person gave with the plan: an address without a tax, or an unknown code
  if (error.code === "customer_tax_location_invalid") {
    throw new RepeatedRefusal("VALIDATION_FAILED", texts.addressRefused, { cause });
  }
  if (error.param?.startsWith("discounts")) {
    throw new RepeatedRefusal("VALIDATION_FAILED", texts.codeRefused, { cause });
  }
  throw new RepeatedRefusal("UPSTREAM_FAILED", texts.failed, { cause });
}
