import type { Plan, PlanId } from "@matinale/contracts";
import { inSpan } from "@matinale/kit";
import { Stripe } from "stripe";
import type {
  Contact,
  KnownPlan,
  PaymentProvider,
  PortalPage,
  ProviderSubscription,
  PurchaseDetails,
} from "../../domain/payment/payment-provider.ts";
import { texts } from "../../domain/texts.ts";
import { connect, type StripeSettings } from "./connect.ts";
import {
  CustomerDeleted,
  isMissing,
  isRefusedEmail,
  RepeatedRefusal,
  toHttpError,
} from "./errors.ts";
import {
  idOf,
  invoiceOfCharge,
  refundSince,
  shownInvoices,
  voidInvoice,
  voidOpenInvoices,
} from "./invoices.ts";
import { priceProblem } from "./prices.ts";
import {
  expandedFields,
  toProviderSubscription,
  labelOf,
  labelOfDetails,
  planItem,
  isRenewalVoid,
  waitsForCard,
} from "./subscription.ts";

/** More subscriptions than a person can create in 23 hours: after that time, unpaid ones expire. */
const pageSize = 50;
const unpaid = new Set<string>(["past_due", "unpaid"]);
const ended = new Set<string>(["canceled", "incomplete_expired"]);

const invoicesShown = 24;

/** Payments with Stripe's client. Card details never reach billing: the browser sends them to Stripe. */
export function stripePayments(settings: StripeSettings): PaymentProvider {
  const { prices, returnUrl, tax, promotionCodes } = settings;
  const stripe = connect(settings);
  const orIfMissing =
    <T>(instead: T) =>
    (error: unknown): T => {
      if (isMissing(error)) return instead;
      throw error;
    };
  const translate = (subscription: Stripe.Subscription): ProviderSubscription => {
    const translated = toProviderSubscription(subscription, prices);
    if (translated === null) throw new Error(`no plan has the price of ${subscription.id}`);
    return translated;
  };
  const guarded =
    <A extends unknown[], T>(call: (...args: A) => Promise<T>) =>
    (...args: A): Promise<T> =>
      inSpan("call stripe", "CLIENT", () => call(...args)).catch(toHttpError);

  /** Null when the subscription does not exist or has ended. */
  const findUnlessEnded = async (id: string, expand: string[] = []) => {
    const found = await stripe.subscriptions.retrieve(id, { expand }).catch(orIfMissing(null));
    return found && !ended.has(found.status) ? found : null;
  };
  const cancel = (id: string) => stripe.subscriptions.cancel(id).catch(orIfMissing(null));

  const itemOfPlan = ({ items }: Stripe.Subscription) => planItem(items.data, prices);
  const monthStartOf = (subscription: Stripe.Subscription): number =>
    itemOfPlan(subscription)?.current_period_start ?? 0;
  const idOfItem = (subscription: Stripe.Subscription): string => {
    const item = itemOfPlan(subscription);
    if (item === undefined) throw new Error(`${subscription.id} has no item`);
    return item.id;
  };
  /**
   * Takes the subscription out of its schedule, in which an operator has planned a change at Stripe. With a schedule
   * Stripe refuses to end or resume the subscription, and a planned change would undo what the person chooses now.
   */
  const withoutSchedule = async (id: string): Promise<Stripe.Subscription> => {
    const found = await stripe.subscriptions.retrieve(id);
    if (found.schedule) {
      await stripe.subscriptionSchedules.release(idOf(found.schedule)).catch(async (error) => {
        // Stripe refuses to release it again, without a code that says why, after another call has released it
        if ((await stripe.subscriptions.retrieve(id)).schedule) throw error;
      });
    }
    return found;
  };

  const promotionOf = async (code: string): Promise<string> => {
    if (promotionCodes) {
      const [found] = (await stripe.promotionCodes.list({ code, active: true, limit: 1 })).data;
      if (found !== undefined) return found.id;
    }
    throw new RepeatedRefusal("VALIDATION_FAILED", texts.codeRefused);
  };

  /** The discount and the tax of a first payment. Stores the place of the customer, which the tax needs. */
  const preparePurchase = async (customer: string, { address, promotionCode }: PurchaseDetails) => {
    const code = promotionCode && (await promotionOf(promotionCode));
    await setTaxAddress(customer, address);
    return {
      ...(tax && { automatic_tax: { enabled: true } }),
      ...(code && { discounts: [{ promotion_code: code }] }),
    };
  };

  /** Stripe Tax refuses a subscription of a customer whose place is unknown (docs.stripe.com/tax/subscriptions). */
  const setTaxAddress = async (customer: string, given: PurchaseDetails["address"]) => {
    if (!tax || given === undefined) return;
    const { country, postalCode } = given;
    const place = { country, ...(postalCode === undefined ? {} : { postal_code: postalCode }) };
    await stripe.customers
      .update(customer, { address: place, tax: { validate_location: "immediately" } })
      .catch((error: unknown) => {
        throw isMissing(error) ? new CustomerDeleted(error) : error;
      });
  };

  return {
    createCustomer: guarded(async (userId, idempotencyKey: string) => {
      const customer = await stripe.customers.create({ metadata: { userId } }, { idempotencyKey });
      return customer.id;
    }),

    setContact: guarded(async (id: string, { email, language }: Contact) => {
      const set = (address: string) =>
        stripe.customers.update(id, { email: address, preferred_locales: [language] });
      await set(email)
        // receipts must not go to a former address
        .catch((error: unknown) => (isRefusedEmail(error) ? set("") : Promise.reject(error)))
        // a customer that was deleted at Stripe gets no more receipts
        .catch(orIfMissing(null));
    }),

    deleteCustomer: guarded(async (id: string) => {
      await voidOpenInvoices(stripe, id).catch(orIfMissing(null));
      await stripe.customers.del(id).catch(orIfMissing(null));
    }),

    subscriptionsOf: guarded(async (customer: string, known?: KnownPlan | null) => {
      const expand = expandedFields.map((path) => `data.${path}`);
      const query = { customer, status: "all", limit: pageSize, expand } as const;
      const page = await stripe.subscriptions.list(query);
      return page.data.flatMap((each) => toProviderSubscription(each, prices, known) ?? []);
    }),

    subscribe: guarded(async (customer, planId, details, idempotencyKey) => {
      const prepared = await preparePurchase(customer, details);
      const created = await stripe.subscriptions.create(
        {
          customer,
          items: [{ price: prices[planId] }],
          payment_behavior: "default_incomplete",
          payment_settings: {
            // a bank debit is known to have failed only days after the plan came into force
            payment_method_types: ["card"],
            save_default_payment_method: "on_subscription",
          },
          metadata: { ...labelOf(planId), ...labelOfDetails(details) },
          ...prepared,
          expand: expandedFields,
        },
        { idempotencyKey },
      );
      return translate(created);
    }),

    startsAtOnce: guarded(async (customer, planId, details) => {
      const owner = await stripe.customers.retrieve(customer);
      if (owner.deleted || owner.invoice_settings.default_payment_method === null) return false;
      const { amount_due: dueToday } = await stripe.invoices.createPreview({
        customer,
        subscription_details: { items: [{ price: prices[planId] }] },
        ...(await preparePurchase(customer, details)),
      });
      return dueToday === 0;
    }),

    changePlan: guarded(async (id: string, planId: PlanId, idempotencyKey: string) => {
      const item = idOfItem(await withoutSchedule(id));
      const changed = await stripe.subscriptions.update(
        id,
        {
          items: [{ id: item, price: prices[planId] }],
          proration_behavior: "always_invoice",
          // the old plan stays until the difference is paid
          payment_behavior: "pending_if_incomplete",
          expand: expandedFields,
        },
        { idempotencyKey },
      );
      return translate(changed);
    }),

    previewChange: guarded(async (id: string, planId: PlanId) => {
      const item = idOfItem(await stripe.subscriptions.retrieve(id));
      const { amount_due: dueToday, total } = await stripe.invoices.createPreview({
        subscription: id,
        subscription_details: {
          items: [{ id: item, price: prices[planId] }],
          proration_behavior: "always_invoice",
        },
      });
      return { dueToday, credited: Math.max(0, -total) };
    }),

    endWithPeriod: guarded(async (id: string) => {
      await withoutSchedule(id);
      await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    }),

    // Stripe refuses both fields in one call. Its dashboard and its portal may set the date alone, which the flag does not clear.
    keepRenewing: guarded(async (id: string) => {
      const { cancel_at_period_end: isFlagged } = await withoutSchedule(id);
      await stripe.subscriptions.update(
        id,
        isFlagged ? { cancel_at_period_end: false } : { cancel_at: "" },
      );
    }),

    endUnpaid: guarded(async (id: string) => {
      const now = await findUnlessEnded(id, ["latest_invoice"]);
      if (!now) return true;
      if (now.status === "incomplete" || unpaid.has(now.status)) {
        const { latest_invoice: invoice } = now;
        // it may be paid at this moment, in the browser or by Stripe's next attempt: a void invoice takes no money, and a
        // paid one cannot become void
        if (invoice && !(await voidInvoice(stripe, idOf(invoice)))) return false;
        // Stripe lets the subscription expire with its first invoice: cancel it only if that did not happen
        if (await findUnlessEnded(id)) await cancel(id);
        return true;
      }
      if (!waitsForCard(now) && !isRenewalVoid(now)) return false;
      await cancel(id);
      return true;
    }),

    endDuplicate: guarded(async (id: string) => {
      const now = await findUnlessEnded(id);
      if (!now) return [];
      // refund before cancelling: after a crash in between, the next run still finds the subscription
      const refused = await refundSince(stripe, id, monthStartOf(now));
      await cancel(id);
      return refused;
    }),

    refundedOrDisputed: guarded(async (chargeId: string) => {
      const charge = await stripe.charges.retrieve(chargeId);
      if (!charge.refunded && !charge.disputed) return null;
      const invoice = await invoiceOfCharge(stripe, charge);
      const id = invoice?.parent?.subscription_details?.subscription;
      if (!invoice || !id) return null;
      const now = await findUnlessEnded(idOf(id));
      if (!now || invoice.created < monthStartOf(now)) return null;
      const isChangeRefund = !charge.disputed && invoice.billing_reason === "subscription_update";
      return { customerId: idOf(now.customer), subscriptionId: now.id, isChangeRefund };
    }),

    endNow: guarded(async (id: string) => {
      await cancel(id);
    }),

    useNewCard: guarded(async (id: string) => {
      const { status, customer, latest_invoice: invoice } = await stripe.subscriptions.retrieve(id);
      const owner = await stripe.customers.retrieve(idOf(customer));
      const card = owner.deleted ? null : owner.invoice_settings.default_payment_method;
      if (card === null) return;
      // Stripe's page changes the card of the customer, but the card of the subscription has precedence
      await stripe.subscriptions.update(id, { default_payment_method: idOf(card) });
      if (!unpaid.has(status) || invoice === null) return;
      await stripe.invoices.pay(idOf(invoice)).catch((error: unknown) => {
        // the card was declined: Stripe retries on its own schedule
        if (!(error instanceof Stripe.errors.StripeCardError)) throw error;
      });
    }),

    portalLink: guarded(async (customer: string, page: PortalPage) => {
      const session = await stripe.billingPortal.sessions.create({
        customer,
        ...(page === "card" ? { flow_data: { type: "payment_method_update" } } : {}),
        ...(returnUrl === null ? {} : { return_url: returnUrl }),
      });
      return session.url;
    }),

    invoicesOf: guarded(async (customer: string) => {
      const list = stripe.invoices.list({ customer, limit: invoicesShown });
      // Stripe does not know a customer of its test mode after our keys were replaced by live keys
      const { data } = await list.catch(orIfMissing({ data: [] }));
      return shownInvoices(data);
    }),

    priceProblems: guarded(async (plans: readonly Plan[]) => {
      const checks = plans.map(async ({ id, priceEur }) =>
        priceProblem(await stripe.prices.retrieve(prices[id]).catch(orIfMissing(null)), {
          id: prices[id],
          cents: priceEur,
          tax,
        }),
      );
      return (await Promise.all(checks)).filter((problem) => problem !== null);
    }),
  };
}
