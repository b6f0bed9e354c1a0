import type { Language, PlanId, UserId } from "@matinale/contracts";
import { HttpError } from "@matinale/kit";
import {
  CheckoutRaced,
  CustomerGone,
  PaymentRefused,
  PaymentsAway,
} from "../domain/payment/payment-provider.ts";
import type { Subscription } from "../domain/subscription/subscription.ts";
import { texts } from "../domain/texts.ts";

/** With Stripe, without paying (never in production), or not at all. */
export type PaymentMode = "stripe" | "simulated" | "closed";

/** What the browser needs after a plan was chosen: a secret to pay with, or nothing to be paid. */
export interface Chosen {
  clientSecret: string | null;
  simulated: boolean;
}

/** How a subscriber buys, changes and cancels. */
export interface Checkout {
  choose(id: UserId, planId: PlanId): Promise<Chosen>;
  /** @returns when it ends; asked again, the same */
  cancel(id: UserId): Promise<Date>;
  /** A page on which the card can be replaced. */
  updateCardLink(id: UserId): Promise<string>;
}

export const languageOf = (subscription: Subscription | null): Language =>
  subscription?.language ?? "fr";

const retrySeconds = 30;

export const unavailable = (language: Language, cause?: unknown): HttpError =>
  new HttpError("SERVICE_UNAVAILABLE", texts.unavailable, {
    language,
    retryAfter: retrySeconds,
    cause,
  });

export const refusal = (
  why: "debt" | "nothingToCancel" | "noCard",
  language: Language,
): HttpError => new HttpError("CONFLICT", texts[why], { language });

/** For `.catch`: says what the payment provider's trouble means to the person who waits. */
export const sayWhatFailed =
  (language: Language) =>
  (error: unknown): never => {
    if (error instanceof PaymentsAway || error instanceof CheckoutRaced)
      throw unavailable(language, error);
    if (error instanceof PaymentRefused || error instanceof CustomerGone) {
      throw new HttpError("UPSTREAM_FAILED", texts.failed, { language, cause: error });
    }
    throw error;
  };
