import { asUserId } from "@matinale/contracts";
import { startSimulator } from "@matinale/kit/testing";
import { afterAll, afterEach } from "vitest";
import { stripePayments } from "../clients/stripe/payments.ts";
import type { Contact, PaymentProvider } from "../domain/payment/payment-provider.ts";
import { reconcileDue } from "../workers/reconcile-due.ts";
import { runStripeJobs } from "../workers/run-stripe-jobs.ts";
import { reconcile } from "../application/reconcile-subscription.ts";
import { startBilling, testWebhookSecret } from "./harness.ts";

export interface StripeEvent {
  id: string;
  type: string;
  data: { object: { id: string; customer?: string } };
}

interface State {
  now: number;
  customers: {
    id: string;
    deleted?: boolean;
    metadata: { userId?: string };
    email: string | null;
    preferred_locales: string[];
    invoice_settings: { default_payment_method: string | null };
  }[];
  subscriptions: {
    id: string;
    status: string;
    customer: string;
    default_payment_method: string | null;
    cancel_at: number | null;
    cancel_at_period_end: boolean;
    schedule: string | null;
    latest_invoice: string;
  }[];
  invoices: {
    id: string;
    status: string;
    amount_due: number;
    customer: string;
    parent: { subscription_details: { subscription: string } };
  }[];
  paymentIntents: {
    id: string;
    status: string;
    amount: number;
    customer: string;
    latest_charge: string;
  }[];
  refunds: { amount: number; payment_intent: string; reason: string | null }[];
}

type Card = "none" | "good" | "declines" | "asks";

const testPrices = { 1: "price_essential", 2: "price_premium", 3: "price_professional" };

async function startStripe() {
  const { url, sim, close } = await startSimulator({});
  const post = async (path: string, form: Record<string, string>) => {
    const answer = await fetch(`${url}/v1${path}`, {
      method: "POST",
      headers: { authorization: "Bearer sk_test_simulated" },
      body: new URLSearchParams(form),
    });
    if (!answer.ok) throw new Error(await answer.text());
  };
  return {
    url,
    provider: (prices = testPrices): PaymentProvider =>
      stripePayments({
        secretKey: "sk_test_simulated",
        apiUrl: new URL(url),
        prices,
        returnUrl: "http://127.0.0.1/account",
        tax: false,
        promotionCodes: false,
      }),
    state: () => sim<State>("GET", "/stripe/"),
    /** Refunds a payment in full, as an operator does on Stripe's site. */
    refund: (paymentIntent: string) => post("/refunds", { payment_intent: paymentIntent }),
    /** Cancels a subscription for a date, as an operator does on Stripe's site. */
    cancelAt: (id: string, at: Date) =>
      post(`/subscriptions/${id}`, { cancel_at: String(at.getTime() / 1000) }),
    /** Plans a change of a subscription, as an operator does on Stripe's site. */
    schedule: (id: string) => post("/subscription_schedules", { from_subscription: id }),
    /** The cardholder's bank takes the money of a charge back. */
    dispute: (charge: string) => sim("POST", `/stripe/charges/${charge}/dispute`),
    events: () => sim<StripeEvent[]>("GET", "/stripe/events"),
    log: () => sim<{ call: string; status: number; replayed: boolean }[]>("GET", "/stripe/log"),
    /** Pays as the browser does, with a card. A declined card is no error. */
    pay: async (clientSecret: unknown, card: Card = "good") => {
      const answer = await fetch(`${url}/sim/stripe/confirm`, {
        method: "POST",
        body: JSON.stringify({ clientSecret, card }),
      });
      if (!answer.ok && answer.status !== 402) throw new Error(await answer.text());
    },
    setCard: (customer: string, card: Card) =>
      sim("PUT", `/stripe/customers/${customer}/card`, { card }),
    pass: (days: number) => sim("POST", "/stripe/clock", { seconds: days * 86_400 }),
    passSeconds: (seconds: number) => sim("POST", "/stripe/clock", { seconds }),
    faults: (settings: object) => sim("PUT", "/stripe/faults", settings),
    webhooks: (settings: object) => sim("PUT", "/stripe/webhooks", settings),
    stop: close,
  };
}

/** The secret with which the browser pays, from the response to a choice of plan. */
export const secretOf = ({ body }: { body: unknown }): string =>
  (body as { clientSecret: string }).clientSecret;

type TestStripe = Awaited<ReturnType<typeof startStripe>>;

/** Two replicas of billing with this Stripe, which sends no webhooks before `listen`; calls alternate between them. */
async function startBillingWithStripe(stripe: TestStripe) {
  const provider = stripe.provider();
  /** What identity knows: the address of a person, or an error while it is away. */
  const people = new Map<string, Contact | Error>();
  const contacts = {
    of: async (id: string) => {
      const known = people.get(id) ?? null;
      if (known instanceof Error) throw known;
      return known;
    },
  };
  const billing = await startBilling({ provider, contacts });
  const replicas = [
    billing,
    await startBilling({ provider: stripe.provider(), contacts, replicaOf: billing }),
  ] as const;
  let calls = 0;
  const next = () => replicas[(calls += 1) % 2 === 0 ? 0 : 1];
  const call: typeof billing.call = (...given) => next().call(...given);
  const stored = (id: string) => billing.subscriptions.model.findById(id).lean().orFail();
  const customerOf = async (id: string): Promise<string> => (await stored(id)).customerId ?? "";
  const pay = async (clientSecret: unknown): Promise<boolean> =>
    stripe.pay(clientSecret).then(
      () => true,
      () => false,
    );
  const choose = (as: string, planId: number) =>
    call("POST /create-payment-intent", { as, body: { planId } });
  /** Chooses a plan and agrees to change the subscription in force. */
  const change = async (as: string, planId: number) => {
    const { paid } = await stored(as);
    const body = { planId, subscriptionToChange: paid?.id };
    return call("POST /create-payment-intent", { as, body });
  };
  /** Reconciles, as the job of a webhook does. */
  const read = (as: string) => {
    const replica = next();
    return reconcile(asUserId(as), replica.clock(), { ...replica, provider });
  };
  const work = async () => {
    while (
      (await billing.stripeJobs.model.countDocuments({ dueAt: { $lte: billing.clock() } })) > 0
    )
      await Promise.all(replicas.map((replica) => runStripeJobs({ ...replica, provider })));
  };
  return {
    ...billing,
    provider,
    people,
    replicas,
    call,
    stored,
    customerOf,
    subscriptionsAt: async (id: string) => {
      const [customer, { subscriptions }] = [await customerOf(id), await stripe.state()];
      return subscriptions.filter((each) => each.customer === customer);
    },
    /** The amounts that this person has paid, and those that were refunded, in cents. */
    moneyOf: async (id: string) => {
      const [customer, { paymentIntents, refunds }] = [await customerOf(id), await stripe.state()];
      const intents = paymentIntents.filter((each) => each.customer === customer);
      const ids = new Set(intents.map((each) => each.id));
      const paid = intents.filter(({ status }) => status === "succeeded");
      const refunded = refunds.filter(({ payment_intent }) => ids.has(payment_intent));
      return {
        paid: paid.map(({ amount }) => amount),
        refunded: refunded.map(({ amount }) => amount),
      };
    },
    /** @returns false when there is nothing left to pay */
    pay,
    choose,
    change,
    read,
    subscribe: async (as: string, planId: number) => {
      await stripe.pay(secretOf(await choose(as, planId)));
      await read(as);
    },
    /** Runs due jobs on both replicas until none is due. */
    work,
    /** Advances the clocks of Stripe and of billing, then runs the due work. */
    passDays: async (days: number) => {
      await stripe.pass(days);
      billing.time.fixed = new Date((await stripe.state()).now * 1000);
      await reconcileDue(billing.clock(), billing);
      await work();
    },
    /** From now on Stripe sends webhooks to billing. */
    listen: (settings: Record<string, unknown> = {}) =>
      stripe.webhooks({
        url: `${billing.url}/webhooks/stripe`,
        secret: testWebhookSecret,
        ...settings,
      }),
    stop: async () => {
      await replicas[1].stop();
      await billing.stop();
    },
  };
}

/** Starts the simulator and two replicas for the tests of a file. After each test the simulator's faults are removed. */
export async function billingForTests() {
  const stripe = await startStripe();
  afterAll(() => stripe.stop());
  const billing = await startBillingWithStripe(stripe);
  afterAll(() => billing.stop());
  afterEach(() => stripe.faults({}));
  return { stripe, billing };
}
