import { ApiError } from "../api-error.ts";

/** An error in Stripe's format (docs.stripe.com/api/errors). */
export class StripeFault extends ApiError {
  constructor(
    status: number,
    message: string,
    details: { type?: string; code?: string; param?: string } = {},
  ) {
    const type = status >= 500 ? "api_error" : "invalid_request_error";
    super(status, message, { error: { type, ...details, message: `${message} (simulated)` } });
  }
}

export const missing = (what: string, id: string, param = "id"): StripeFault =>
  new StripeFault(param === "id" ? 404 : 400, `No such ${what}: '${id}'`, {
    code: "resource_missing",
    param,
  });

/** Stripe Tax cannot compute a tax for this address. */
export const unknownPlace = (): StripeFault =>
  new StripeFault(400, "The customer's location isn't recognized.", {
    code: "customer_tax_location_invalid",
  });

/** Stripe's message names the address. */
export const refusedAddress = (email: string): StripeFault =>
  new StripeFault(400, `Invalid email address: ${email}`, {
    code: "email_invalid",
    param: "email",
  });

export const declined = (): StripeFault =>
  new StripeFault(402, "Your card was declined.", { type: "card_error", code: "card_declined" });

/** @throws StripeFault  when the account has no object with this id */
export function known<Type>(objects: Map<string, Type>, what: string, id: string, param?: string) {
  const found = objects.get(id);
  if (!found) throw missing(what, id, param);
  return found;
}
