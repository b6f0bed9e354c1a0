import { longRequestTimeoutMs } from "../../config/constants.ts";
import { has } from "../api-error.ts";
import { api } from "../base-api.ts";

export interface Subscription {
  status: string | null;
  planId: number | null;
  stripeSubscriptionId: string | null;
  simulated: boolean;
  trialEndsAt: string | null;
  /** A deleted account had the trial: there is none. Left out by servers that do not know. */
  trialUsed?: boolean;
  currentPeriodEnd: string | null;
  /** Set once it has been cancelled: its last day. */
  cancelAt: string | null;
  /** Set while a payment is missing: editions come until then. */
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
      // Without it whoever pays already would be taken for somebody who does not.
      extraOptions: { expects: has("stripeSubscriptionId") },
      providesTags: ["Subscription"],
    }),
    paymentConfiguration: build.query<PaymentConfiguration, void>({
      query: () => "payment-configuration",
      extraOptions: { expects: has() },
    }),
    /**
     * A reading by plan although it is a POST: asked once while somebody looks, and a late answer
     * cannot win. Forgotten at once afterwards: whoever comes back wants something anew.
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
      invalidatesTags: (_answer, error) => (error ? [] : ["Subscription", "Me"]),
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
