/** An error in Stripe's format (docs.stripe.com/api/errors). */
export class StripeFault extends Error {
  readonly status: number;
  readonly type: string;
  readonly code: string | undefined;
  readonly param: string | undefined;

  constructor(
    status: number,
    message: string,
    details: { type?: string; code?: string; param?: string } = {},
  ) {
    super(message);
    this.status = status;
    this.type = details.type ?? (status >= 500 ? "api_error" : "invalid_request_error");
    this.code = details.code;
    this.param = details.param;
  }

  toJSON() {
    const { type, code, param, message } = this;
    return { error: { type, code, param, message: `${message} (simulated)` } };
  }
}

export const missing = (what: string, id: string, param = "id"): StripeFault =>
  new StripeFault(param === "id" ? 404 : 400, `No such ${what}: '${id}'`, {
    code: "resource_missing",
    param,
  });

export const declined = (): StripeFault =>
  new StripeFault(402, "Your card was declined.", { type: "card_error", code: "card_declined" });
