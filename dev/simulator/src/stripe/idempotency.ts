import { StripeFault } from "./stripe-error.ts";

interface Answer {
  status: number;
  body: unknown;
}

/**
 * Answers a key as the first time, errors included, and refuses it with other parameters
 * (docs.stripe.com/api/idempotent_requests).
 */
export class Idempotency {
  readonly #known = new Map<string, { request: string; answer: Answer }>();

  /** @returns the answer, and whether it was given before */
  answer(
    key: string | undefined,
    request: string,
    work: () => Answer,
  ): Answer & { replayed: boolean } {
    const known = key === undefined ? undefined : this.#known.get(key);
    if (known && known.request !== request) {
      const message = "Keys for idempotent requests can only be used with the same parameters.";
      const fault = new StripeFault(400, message, { type: "idempotency_error" });
      return { status: fault.status, body: fault.toJSON(), replayed: false };
    }
    if (known) return { ...known.answer, replayed: true };
    const answer = work();
    // Copied: the object may change later, the answer may not.
    if (key !== undefined) this.#known.set(key, { request, answer: structuredClone(answer) });
    return { ...answer, replayed: false };
  }
}
