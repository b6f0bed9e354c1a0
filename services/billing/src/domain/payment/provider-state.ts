import type { ProviderSubscription } from "./payment-provider.ts";
import { isSimulated } from "../subscription/simulated.ts";
import { graceEnd } from "../subscription/subscription.ts";
import type { PaidSubscription, Subscription } from "../subscription/subscription.ts";

/**
 * The subscription that counts, of a list with the newest first: one that is paid before one that is not,
 * and of several the one that was paid last.
 */
export function current(list: readonly ProviderSubscription[]): ProviderSubscription | undefined {
  const running = list.filter(({ state }) => state === "running");
  const [lastPaid] = running.toSorted((a, b) => b.paidAt.getTime() - a.paidAt.getTime());
  return lastPaid ?? list.find(({ state }) => state === "unpaid");
}

/** Subscriptions that would be charged beside the one that counts. */
export function duplicatesOf(list: readonly ProviderSubscription[]): ProviderSubscription[] {
  const counts = current(list);
  return list.filter(
    (each) => each !== counts && (each.state === "running" || each.state === "unpaid"),
  );
}

/** Subscriptions that wait for their first payment beside a paid one: paying them would be paying twice. */
export const superfluousOf = (list: readonly ProviderSubscription[]): ProviderSubscription[] =>
  current(list)?.state === "running" ? list.filter(({ state }) => state === "open") : [];

/**
 * Our state, computed from the provider's subscriptions, newest first. It depends on their state and not on
 * the events that led here, so events may come in any order, several times, or not at all.
 */
export function fromProvider(
  known: Pick<Subscription, "paid">,
  list: readonly ProviderSubscription[],
): Pick<Subscription, "paid" | "open"> {
  const open = list.find(({ state }) => state === "open");
  const counts = current(list) ?? list.find(({ id }) => id === known.paid?.id);
  return {
    paid: counts ? paidBy(counts, known.paid ?? null) : kept(known.paid ?? null),
    open: open && !current(list) ? { id: open.id, planId: open.planId } : null,
  };
}

/** The provider knows nothing of a simulated subscription; its own is over when it is gone. */
const kept = (paid: PaidSubscription | null): PaidSubscription | null =>
  paid === null || isSimulated(paid) || paid.state === "ended"
    ? paid
    : { ...paid, state: "ended", until: paid.until ?? paid.periodEndsAt };

function paidBy(
  { id, planId, state, periodEndsAt, endsAt, unpaidSince, createdAt }: ProviderSubscription,
  known: PaidSubscription | null,
): PaidSubscription {
  const base = { id, planId, periodEndsAt };
  if (state === "over") return { ...base, state: "ended", until: endsAt ?? createdAt };
  if (state === "unpaid") {
    // Later bills of the same debt do not prolong the grace.
    const since = known?.id === id && known.state === "unpaid" ? known.until : null;
    return { ...base, state: "unpaid", until: since ?? graceEnd(unpaidSince ?? createdAt) };
  }
  return endsAt === null
    ? { ...base, state: "renewing", until: null }
    : { ...base, state: "ending", until: endsAt };
}
