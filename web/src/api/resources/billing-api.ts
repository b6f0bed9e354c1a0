import { longRequestTimeoutMs } from "../../config/constants.ts";
import { has } from "../api-error.ts";
import { api } from "../base-api.ts";

export interface Subscription {
  status: string | null;
  planId: number | null;
  stripeSubscriptionId: string | null;
  simulated: boolean;
  trialEndsAt: string | null;
  /** The trial was used by a deleted account, so there is no second one. Optional in the API. */
  trialUsed?: boolean;
  currentPeriodEnd: string | null;
  /** Last day of a cancelled subscription. */
  cancelAt: string | null;
  /** End of the grace period while a payment is missing; editions are sent until then. */
  graceEndsAt: string | null;
  updateCardUrl: string | null;
}

export interface PaymentConfiguration {
  publishableKey: string | null;
  simulated: boolean;
}

export interface PaymentIntent {
  clientSecret: string | null;
  simulated: boolean;
}

const billingApi = api.injectEndpoints({
  endpoints: (build) => ({
    subscription: build.query<Subscription, void>({
      query: () => "subscription",
      // Without this field, a paying subscriber would look like a visitor and could buy twice.
      extraOptions: { expects: has("stripeSubscriptionId") },
      providesTags: ["Subscription"],
    }),
    paymentConfiguration: build.query<PaymentConfiguration, void>({
      query: () => "payment-configuration",
      extraOptions: { expects: has() },
    }),
    /**
     * A query per plan although it is a POST: it runs once while a component shows it, and a late
     * response for another plan is ignored. Not cached: each visit creates a new intent.
     */
    paymentIntent: build.query<PaymentIntent, number>({
      query: (planId) => ({
        url: "create-payment-intent",
        method: "POST",
        body: { planId },
        timeout: longRequestTimeoutMs,
      }),
      extraOptions: { expects: has() },
      keepUnusedDataFor: 0,
    }),
    cancelSubscription: build.mutation<{ message?: string; endsAt?: string }, void>({
      query: () => ({ url: "cancel-subscription", method: "POST", body: {} }),
      invalidatesTags: (_result, error) => (error ? [] : ["Subscription", "Me"]),
    }),
    updateCardLink: build.mutation<{ url: string }, void>({
      query: () => ({ url: "update-card-link", method: "POST", body: {} }),
      extraOptions: { expects: has("url") },
    }),
  }),
});

export const {
  useSubscriptionQuery,
  usePaymentConfigurationQuery,
  usePaymentIntentQuery,
  useCancelSubscriptionMutation,
  useUpdateCardLinkMutation,
} = billingApi;
