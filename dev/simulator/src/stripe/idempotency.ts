import { StripeFault } from "./stripe-error.ts";

interface Reply {
  status: number;
  body: unknown;
}

/**
 * Repeats the first response to an idempotency key, also errors. The same key with other parameters is an error
 * (docs.stripe.com/api/idempotent_requests).
 */
export class Idempotency {
  readonly #known = new Map<string, { request: string; reply: Reply }>();

  /** @returns the response. `replayed` is true when it repeats an earlier one. */
  respond(
    key: string | undefined,
    request: string,
    work: () => Reply,
  ): Reply & { replayed: boolean } {
    const known = key === undefined ? undefined : this.#known.get(key);
    if (known && known.request !== request) {
      const message = "Keys for idempotent requests can only be used with the same parameters.";
      const fault = new StripeFault(400, message, { type: "idempotency_error" });
      return { status: fault.status, body: fault.toJSON(), replayed: false };
    }
    if (known) return { ...known.reply, replayed: true };
    const reply = work();
    // Store a copy: the object may change later, but the response must not.
    if (key !== undefined) this.#known.set(key, { request, reply: structuredClone(reply) });
    return { ...reply, replayed: false };
  }
}
