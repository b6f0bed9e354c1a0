import type { ProviderSubscription } from "./payment-provider.ts";
import { isSimulated } from "../subscription/simulated.ts";
import {
  graceEnd,
  type PaidSubscription,
  type Subscription,
} from "../subscription/subscription.ts";

/** Of a list with the newest first: the running subscription that was paid last, else the newest unpaid one. */
export function currentSubscription(
  list: readonly ProviderSubscription[],
): ProviderSubscription | undefined {
  const running = list.filter(({ state }) => state === "running");
  const [lastPaid] = running.toSorted((a, b) => b.paidAt.getTime() - a.paidAt.getTime());
  return lastPaid ?? list.find(({ state }) => state === "unpaid");
}

/** Subscriptions that would be charged besides the current one. */
export function duplicatesOf(list: readonly ProviderSubscription[]): ProviderSubscription[] {
  const kept = currentSubscription(list);
  return list.filter(
    (each) => each !== kept && (each.state === "running" || each.state === "unpaid"),
  );
}

/** As at Stripe. There it holds for a first payment, but not for the card of a free month. */
const openMs = 23 * 3_600_000;

/**
 * Subscriptions to end although they still wait for their first payment or card: those beside a paid one, because the
 * person would pay twice, and those that were not completed in time.
 */
export function openToEnd(
  list: readonly ProviderSubscription[],
  now: Date,
): ProviderSubscription[] {
  const isPaid = currentSubscription(list)?.state === "running";
  return list.filter(
    ({ state, createdAt }) =>
      state === "open" && (isPaid || createdAt.getTime() + openMs <= now.getTime()),
  );
}

/**
 * Computes our state from the provider's subscriptions, newest first. The result depends on their current state
 * and not on events, so events may arrive in any order, several times, or never.
 */
export function fromProvider(
  known: Pick<Subscription, "paid">,
  list: readonly ProviderSubscription[],
  now: Date,
): Pick<Subscription, "paid" | "open"> {
  const current = currentSubscription(list);
  const found = current ?? list.find(({ id }) => id === known.paid?.id);
  return {
    paid: found ? paidBy(found, known.paid ?? null) : afterRemoval(known.paid ?? null, now),
    open: current ? waitingChange(current) : firstPayment(list),
  };
}

const waitingChange = ({ id, changingTo }: ProviderSubscription) =>
  changingTo && { id, planId: changingTo };

const firstPayment = (list: readonly ProviderSubscription[]) => {
  const open = list.find(({ state }) => state === "open");
  return open ? { id: open.id, planId: open.planId } : null;
};

/** Ends, at `now`, a subscription that the provider no longer has. The provider never has simulated ones: they stay. */
const afterRemoval = (paid: PaidSubscription | null, now: Date): PaidSubscription | null =>
  paid === null || isSimulated(paid) || paid.state === "ended"
    ? paid
    : { ...paid, state: "ended", until: endOf(paid, now) };

/** The plan may have ended before: the provider ends an unpaid subscription some seconds after the grace. */
const endOf = (known: PaidSubscription | null, endedAt: Date): Date =>
  known?.until && known.until < endedAt ? known.until : endedAt;

function paidBy(
  { id, planId, state, periodEndsAt, endsAt, unpaidSince, createdAt }: ProviderSubscription,
  known: PaidSubscription | null,
): PaidSubscription {
  const base = { id, planId, createdAt, periodEndsAt };
  if (state === "over")
    return { ...base, state: "ended", until: endOf(known, endsAt ?? createdAt) };
  if (state === "unpaid") {
    // a later invoice does not prolong the grace of the first unpaid one
    const since = known?.id === id && known.state === "unpaid" ? known.until : null;
    return { ...base, state: "unpaid", until: since ?? graceEnd(unpaidSince ?? createdAt) };
  }
  return endsAt === null
    ? { ...base, state: "renewing", until: null }
    : { ...base, state: "ending", until: endsAt };
}
