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

/** The answer to a choice of plan: a secret with which the browser pays, or null when nothing is due. */
export interface Chosen {
  clientSecret: string | null;
  simulated: boolean;
}

/** How a subscriber buys, changes and cancels. */
export interface Checkout {
  choose(id: UserId, planId: PlanId): Promise<Chosen>;
  /** Idempotent. @returns when the plan ends */
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

/** For `.catch`: explains a failure of the payment provider to the person. */
export const explainFailure =
  (language: Language) =>
  (error: unknown): never => {
    if (error instanceof PaymentsAway || error instanceof CheckoutRaced)
      throw unavailable(language, error);
    if (error instanceof PaymentRefused || error instanceof CustomerGone) {
      throw new HttpError("UPSTREAM_FAILED", texts.failed, { language, cause: error });
    }
    throw error;
  };
