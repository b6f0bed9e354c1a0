import type { PlanId } from "@matinale/contracts";
import { inSpan } from "@matinale/kit";
import { Stripe } from "stripe";
import type {
  PaymentProvider,
  ProviderSubscription,
} from "../../domain/payment/payment-provider.ts";
import { toPaymentError, isMissing } from "./errors.ts";
import { fromStripe } from "./subscription.ts";
import type { Prices } from "./subscription.ts";

export interface StripeSettings {
  secretKey: string;
  /** Another address than Stripe's own, for development and tests. */
  apiUrl: URL | null;
  prices: Prices;
  /** Where Stripe's page on cards leads back to. */
  returnUrl: string | null;
  /** Milliseconds for one call; one that was lost is repeated once, under the same key. */
  timeoutMs?: number;
}

const invoice = "latest_invoice.confirmation_secret";
/** Far more subscriptions than one person makes in the 23 hours after which an unpaid one expires. */
const pageSize = 50;
const unpaid: readonly string[] = ["past_due", "unpaid"];
const ended = new Set<string>(["canceled", "incomplete_expired"]);

const isPaid = (bill: Stripe.Subscription["latest_invoice"]): boolean =>
  bill !== null && typeof bill !== "string" && bill.status === "paid";

const idOf = (object: string | { id: string }): string =>
  typeof object === "string" ? object : object.id;

function connect({ secretKey, apiUrl, timeoutMs = 5_000 }: StripeSettings): Stripe {
  const address = apiUrl && {
    host: apiUrl.hostname,
    port: apiUrl.port || (apiUrl.protocol === "https:" ? "443" : "80"),
    protocol: apiUrl.protocol === "https:" ? ("https" as const) : ("http" as const),
  };
  return new Stripe(secretKey, {
    ...address,
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    appInfo: { name: "Matinale" },
  });
}

/** Payments by Stripe's official client. Card details never reach billing: the browser sends them to Stripe. */
export function stripePayments(settings: StripeSettings): PaymentProvider {
  const { prices, returnUrl } = settings;
  const stripe = connect(settings);
  const missingIs =
    <T>(instead: T) =>
    (error: unknown): T => {
      if (isMissing(error)) return instead;
      throw error;
    };
  const ours = (subscription: Stripe.Subscription): ProviderSubscription => {
    const read = fromStripe(subscription, prices);
    if (read === null) throw new Error(`${subscription.id} is for a price that no plan has`);
    return read;
  };
  const guarded =
    <A extends unknown[], T>(call: (...args: A) => Promise<T>) =>
    (...args: A): Promise<T> =>
      inSpan("call stripe", "client", () => call(...args)).catch(toPaymentError);

  const itemOf = async (id: string): Promise<string> => {
    const [item] = (await stripe.subscriptions.retrieve(id)).items.data;
    if (item === undefined) throw new Error(`${id} has no item`);
    return item.id;
  };

  /** False when Stripe refuses. A payment that was refunded before counts as refunded. */
  const refund = (paymentIntent: string, idempotencyKey: string): Promise<boolean> =>
    stripe.refunds
      .create({ payment_intent: paymentIntent, reason: "duplicate" }, { idempotencyKey })
      .then(
        () => true,
        (error: unknown) => {
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
          return error.code === "charge_already_refunded";
        },
      );

  /** Refunds every payment for the current month. @returns bills whose refund Stripe refuses */
  const refundMonth = async ({ id, items }: Stripe.Subscription): Promise<string[]> => {
    const since = items.data[0]?.current_period_start ?? 0;
    const bills = await stripe.invoices.list({ subscription: id, status: "paid", limit: pageSize });
    const refused: string[] = [];
    for (const bill of bills.data.filter(({ created }) => created >= since)) {
      const payments = await stripe.invoicePayments.list({ invoice: bill.id, status: "paid" });
      for (const { payment } of payments.data) {
        if (payment.payment_intent === undefined) continue;
        const intent = idOf(payment.payment_intent);
        if (!(await refund(intent, `refund:${intent}`))) refused.push(bill.id);
      }
    }
    return refused;
  };

  return {
    createCustomer: guarded(async (userId, idempotencyKey: string) => {
      const customer = await stripe.customers.create({ metadata: { userId } }, { idempotencyKey });
      return customer.id;
    }),

    forgetCustomer: guarded(async (id: string) => {
      await stripe.customers.del(id).catch(missingIs(null));
    }),

    subscriptionsOf: guarded(async (customer: string) => {
      const expand = [`data.${invoice}`];
      const query = { customer, status: "all", limit: pageSize, expand } as const;
      const page = await stripe.subscriptions.list(query);
      return page.data.flatMap((each) => fromStripe(each, prices) ?? []);
    }),

    subscribe: guarded(async (customer: string, planId: PlanId, idempotencyKey: string) => {
      const created = await stripe.subscriptions.create(
        {
          customer,
          items: [{ price: prices[planId] }],
          payment_behavior: "default_incomplete",
          payment_settings: { save_default_payment_method: "on_subscription" },
          metadata: { planId: String(planId) },
          expand: [invoice],
        },
        { idempotencyKey },
      );
      return ours(created);
    }),

    changePlan: guarded(async (id: string, planId: PlanId, idempotencyKey: string) => {
      const item = await itemOf(id);
      const changed = await stripe.subscriptions.update(
        id,
        {
          items: [{ id: item, price: prices[planId] }],
          proration_behavior: "always_invoice",
          // The old plan stays until the difference is paid.
          payment_behavior: "pending_if_incomplete",
          expand: [invoice],
        },
        { idempotencyKey },
      );
      return ours(changed);
    }),

    endWithPeriod: guarded(async (id: string, ends: boolean) => {
      await stripe.subscriptions.update(id, { cancel_at_period_end: ends });
    }),

    endUnpaid: guarded(async (id: string) => {
      const now = await stripe.subscriptions.retrieve(id).catch(missingIs(null));
      if (!now || ended.has(now.status)) return true;
      if (![...unpaid, "incomplete"].includes(now.status)) return false;
      const over = await stripe.subscriptions
        .cancel(id, { expand: ["latest_invoice"] })
        .catch(missingIs(null));
      // Paid between the two calls: the subscription ended before it began, so refund it.
      if (now.status === "incomplete" && over && isPaid(over.latest_invoice))
        await refundMonth(now);
      return true;
    }),

    endDuplicate: guarded(async (id: string) => {
      const now = await stripe.subscriptions.retrieve(id).catch(missingIs(null));
      if (!now || ended.has(now.status)) return [];
      // Refunded first: after a crash the subscription is still there, and found again.
      const refused = await refundMonth(now);
      await stripe.subscriptions.cancel(id).catch(missingIs(null));
      return refused;
    }),

    useNewCard: guarded(async (id: string) => {
      const { status, customer, latest_invoice: bill } = await stripe.subscriptions.retrieve(id);
      const owner = await stripe.customers.retrieve(idOf(customer));
      const card = owner.deleted ? null : owner.invoice_settings.default_payment_method;
      if (card === null) return;
      // Stripe's page changes the customer's card, but the card of the subscription takes precedence.
      await stripe.subscriptions.update(id, { default_payment_method: idOf(card) });
      if (!unpaid.includes(status) || bill === null) return;
      await stripe.invoices.pay(idOf(bill)).catch((error: unknown) => {
        // Declined: Stripe retries by its own schedule.
        if (!(error instanceof Stripe.errors.StripeCardError)) throw error;
      });
    }),

    updateCardLink: guarded(async (customer: string) => {
      const session = await stripe.billingPortal.sessions.create({
        customer,
        flow_data: { type: "payment_method_update" },
        ...(returnUrl === null ? {} : { return_url: returnUrl }),
      });
      return session.url;
    }),
  };
}
