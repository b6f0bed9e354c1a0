import type { PlanId, UserId } from "@matinale/contracts";
import type { planChoice } from "@matinale/contracts/api";
import { HttpError } from "@matinale/kit";
import type { z } from "zod";
import type {
  ChangePreview,
  Invoice,
  PortalPage,
  ProviderSubscription,
} from "../domain/payment/payment-provider.ts";
import { texts } from "../domain/texts.ts";

/** What the person gives with the plan. */
export type PlanChoice = Omit<z.output<typeof planChoice>, "planId">;

/** What is left to do after a choice: the browser pays or saves a card with the secret. Null when nothing is left. */
export interface Payment extends Pick<ProviderSubscription, "clientSecret" | "dueToday"> {
  /** Nothing was bought: the person has not ordered yet. */
  awaitsOrder?: true;
}
export const nothingToPay: Payment = { clientSecret: null, dueToday: null };

/** Outcome of choosing a plan. */
export type Chosen = Payment & { simulated: boolean };

/** `renewsAt`: when the next month is paid. */
export type PlanPreview = ChangePreview & { renewsAt: Date };

export interface Checkout {
  choose(id: UserId, planId: PlanId, choice?: PlanChoice): Promise<Chosen>;
  /** Idempotent. @returns when the plan ends */
  cancel(id: UserId): Promise<Date>;
  /** Undoes a cancellation. @returns when the next month is paid */
  resume(id: UserId): Promise<Date>;
  /** What choosing the plan costs today. @returns null for a first payment, which is the price of the plan */
  preview(id: UserId, planId: PlanId): Promise<PlanPreview | null>;
  /** @returns the address of a page of the provider, valid for some minutes */
  portalLink(id: UserId, page: PortalPage): Promise<string>;
  /** The newest first; empty without purchases. */
  invoices(id: UserId): Promise<Invoice[]>;
}

export const refusal = (
  reason: "debt" | "changedMeanwhile" | "nothingToCancel" | "nothingToResume" | "noCard",
): HttpError => new HttpError("CONFLICT", texts[reason]);
