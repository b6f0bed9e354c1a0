import { Stripe } from "stripe";
import {
  CheckoutRaced,
  CustomerGone,
  PaymentRefused,
  PaymentsAway,
} from "../../domain/payment/payment-provider.ts";

/** The object does not exist, or was deleted. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";

/**
 * Translates Stripe's errors into the domain's. Stripe's messages are for developers and name objects, never
 * keys or cards; they reach the log and no person.
 */
export function toPaymentError(error: unknown): never {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  const { statusCode = 0 } = error;
  const message = `Stripe: ${error.type} ${error.code ?? ""} ${error.message}`;
  const away = statusCode === 0 || statusCode === 401 || statusCode === 403 || statusCode === 429;
  if (away || statusCode >= 500) {
    // Under one idempotency key Stripe repeats its own failure (docs.stripe.com/api/idempotent_requests).
    throw new PaymentsAway(message, { repeats: statusCode >= 500, cause: error });
  }
  // The key was used with other parameters, or the first call with it still runs.
  if (error instanceof Stripe.errors.StripeIdempotencyError || statusCode === 409) {
    throw new CheckoutRaced(message, { cause: error });
  }
  if (isMissing(error) && error.param === "customer") {
    throw new CustomerGone(message, { cause: error });
  }
  throw new PaymentRefused(message, { cause: error });
}
