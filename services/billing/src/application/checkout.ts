import { defaultLanguage, type Language, type PlanId, type UserId } from "@matinale/contracts";
import { HttpError } from "@matinale/kit";
import {
  CheckoutConflict,
  CustomerDeleted,
  DetailsRefused,
  PaymentRefused,
  PaymentsUnavailable,
  type Invoice,
  type PurchaseDetails,
} from "../domain/payment/payment-provider.ts";
import type { Subscription } from "../domain/subscription/subscription.ts";
import { texts } from "../domain/texts.ts";

/** `stripe`: with Stripe. `simulated`: without payment, never in production. `closed`: nothing can be bought. */
export type PaymentMode = "stripe" | "simulated" | "closed";

/** Outcome of choosing a plan: a secret with which the browser pays, or null when nothing is to be paid. */
export interface Chosen {
  clientSecret: string | null;
  simulated: boolean;
}

/** Buying, changing and cancelling a plan. */
export interface Checkout {
  choose(id: UserId, planId: PlanId, details?: PurchaseDetails): Promise<Chosen>;
  /** Idempotent. @returns when the plan ends */
  cancel(id: UserId): Promise<Date>;
  /** @returns the address of a page on which the card can be replaced */
  updateCardLink(id: UserId): Promise<string>;
  /** The newest first; empty without purchases. */
  invoices(id: UserId): Promise<Invoice[]>;
}

export const languageOf = (subscription: Subscription | null): Language =>
  subscription?.language ?? defaultLanguage;

const retrySeconds = 30;

export const unavailable = (language: Language, cause?: unknown): HttpError =>
  new HttpError("SERVICE_UNAVAILABLE", texts.unavailable, {
    language,
    retryAfter: retrySeconds,
    cause,
  });

export const refusal = (
  reason: "debt" | "nothingToCancel" | "noCard",
  language: Language,
): HttpError => new HttpError("CONFLICT", texts[reason], { language });

/** For `.catch`: turns a failure of the payment provider into a response in the person's language. */
export const toHttpError =
  (language: Language) =>
  (error: unknown): never => {
    if (error instanceof PaymentsUnavailable || error instanceof CheckoutConflict)
      throw unavailable(language, error);
    if (error instanceof DetailsRefused) {
      const text = error.detail === "address" ? texts.addressRefused : texts.codeRefused;
      throw new HttpError("VALIDATION_FAILED", text, { language, cause: error });
    }
    if (error instanceof PaymentRefused || error instanceof CustomerDeleted) {
      throw new HttpError("UPSTREAM_FAILED", texts.failed, { language, cause: error });
    }
    throw error;
  };
