import { Stripe } from "stripe";
import {
  CheckoutConflict,
  CustomerDeleted,
  DetailsRefused,
  PaymentRefused,
  PaymentsUnavailable,
} from "../../domain/payment/payment-provider.ts";

export const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";

/**
 * Translates Stripe's errors into errors of the domain. Stripe's messages are for developers and contain ids,
 * never keys or cards; they appear in the log and in no response.
 */
export function toPaymentError(error: unknown): never {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  const { statusCode = 0 } = error;
  const message = `Stripe: ${error.type} ${error.code ?? ""} ${error.message}`;
  const isUnavailable =
    statusCode === 0 || statusCode === 401 || statusCode === 403 || statusCode === 429;
  if (isUnavailable || statusCode >= 500) {
    // for the same idempotency key Stripe repeats its own failure (docs.stripe.com/api/idempotent_requests)
    throw new PaymentsUnavailable(message, { repeats: statusCode >= 500, cause: error });
  }
  // the key was used with other parameters, or the first call with this key is still running
  if (error instanceof Stripe.errors.StripeIdempotencyError || statusCode === 409) {
    throw new CheckoutConflict(message, { cause: error });
  }
  if (isMissing(error) && error.param === "customer") {
    throw new CustomerDeleted(message, { cause: error });
  }
  if (error.code === "customer_tax_location_invalid") {
    throw new DetailsRefused("address", message, { cause: error });
  }
  if (error.param?.startsWith("discounts")) {
    throw new DetailsRefused("promotionCode", message, { cause: error });
  }
  throw new PaymentRefused(message, { cause: error });
}
