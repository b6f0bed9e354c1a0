import type { BodyOf, ResponseOf } from "@matinale/contracts/browser";
import type { FetchBaseQueryMeta } from "@reduxjs/toolkit/query";
import { trialDaysLeft } from "../../lib/trial.ts";
import { afterSuccess, api, endpoint, outdates } from "../api.ts";
import { hasCode } from "../api-error.ts";

/** `trialDaysLeft` is by the clock of the server, because that of a browser may be wrong by days. */
export type Subscription = ResponseOf<"GET /subscription"> & { trialDaysLeft: number | null };
export type Invoice = ResponseOf<"GET /invoices">["invoices"][number];
export type PaymentConfiguration = ResponseOf<"GET /payment-configuration">;
type PlanChoice = BodyOf<"POST /create-payment-intent">;
/** What a person gives with the plan. */
export type PurchaseDetails = Pick<PlanChoice, "address" | "promotionCode">;
export type PlanChangePreview = ResponseOf<"GET /plan-change-preview">;
export type PaymentIntent = ResponseOf<"POST /create-payment-intent">;

/** What depends on the plan. Preferences and delivery apply a new plan a moment later than billing. */
const planTags = ["Me", "Subscription", "Preferences", "DeliveryHours", "Automation"] as const;

/** Loads again what depends on the plan. */
export const planChanged = () => api.util.invalidateTags([...planTags]);

/**
 * What to load again after a choice of a plan: everything when nothing is left to pay. After a conflict, too: the
 * subscription has changed in another tab or at Stripe.
 */
const tagsAfter = (intent: PaymentIntent | undefined, error?: unknown) =>
  hasCode(error, "CONFLICT") || (!error && !intent?.clientSecret && !intent?.awaitsOrder)
    ? [...planTags]
    : [];

/** Pages of Stripe: for the card, or for all details of the billing. */
const stripeLinks = {
  card: endpoint("POST /update-card-link", () => ({ needs: ["url"] })),
  details: endpoint("POST /billing-details-link", () => ({ needs: ["url"] })),
};

export const billingApi = api.injectEndpoints({
  endpoints: (build) => ({
    subscription: build.query<Subscription, void>({
      // Without this field, a paying subscriber would look like a visitor and could buy twice.
      ...endpoint("GET /subscription", () => ({ needs: ["stripeSubscriptionId"] })),
      transformResponse: (
        subscription: ResponseOf<"GET /subscription">,
        meta?: FetchBaseQueryMeta,
      ) => {
        const answeredAt = new Date(meta?.response?.headers.get("date") ?? Date.now());
        return { ...subscription, trialDaysLeft: trialDaysLeft(subscription, answeredAt) };
      },
      providesTags: ["Subscription"],
    }),
    invoices: build.query(endpoint("GET /invoices")),
    paymentConfiguration: build.query<PaymentConfiguration, void>(
      endpoint("GET /payment-configuration", () => ({ needs: [] })),
    ),
    /** Creates an intent, charges the card on file for a change of plan, or records a waiver. */
    choosePlan: build.mutation<PaymentIntent, PlanChoice>({
      ...endpoint("POST /create-payment-intent", (choice: PlanChoice) => ({
        body: choice,
        needs: [],
      })),
      // Also when the component is gone: an intent with nothing left to pay has changed the plan.
      invalidatesTags: tagsAfter,
    }),
    planChangePreview: build.query({
      ...endpoint("GET /plan-change-preview", (planId: number) => ({
        params: { planId: String(planId) },
      })),
      keepUnusedDataFor: 0,
    }),
    resumeSubscription: build.mutation<Partial<ResponseOf<"POST /resume-subscription">>, void>({
      ...endpoint("POST /resume-subscription"),
      ...outdates("Subscription", "Me"),
      onQueryStarted: (_nothing, { dispatch, queryFulfilled }) =>
        afterSuccess(queryFulfilled, () => {
          dispatch(updateSubscription(() => ({ cancelAt: null })));
        }),
    }),
    cancelSubscription: build.mutation<Partial<ResponseOf<"POST /cancel-subscription">>, void>({
      ...endpoint("POST /cancel-subscription"),
      ...outdates("Subscription", "Me"),
      onQueryStarted: (_nothing, { dispatch, queryFulfilled }) =>
        afterSuccess(queryFulfilled, ({ endsAt }) => {
          dispatch(
            updateSubscription(({ currentPeriodEnd }) => ({
              cancelAt: endsAt ?? currentPeriodEnd,
            })),
          );
        }),
    }),
    stripeLink: build.mutation<ResponseOf<"POST /update-card-link">, keyof typeof stripeLinks>({
      query: (page) => stripeLinks[page].query(undefined),
    }),
  }),
});

/** The old state would be beside the toast of success until the requests of the tags are answered. */
const updateSubscription = (change: (current: Subscription) => Partial<Subscription>) =>
  billingApi.util.updateQueryData("subscription", undefined, (subscription) => {
    Object.assign(subscription, change(subscription));
  });
