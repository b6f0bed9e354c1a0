import { asUserId, type UserId } from "@matinale/contracts";
import type { Logger } from "@matinale/kit";
import type { Contacts, PaymentProvider } from "../domain/payment/payment-provider.ts";
import { duplicatesOf } from "../domain/payment/provider-state.ts";
import { isSimulated } from "../domain/subscription/simulated.ts";
import { inForce } from "../domain/subscription/subscription.ts";
import type { StripeJob } from "../store/stripe-jobs.ts";
import type { Stores } from "../store/index.ts";
import { keepCustomer } from "./customer-at-stripe.ts";
import { reconcile } from "./reconcile-subscription.ts";

export interface StripeJobDeps extends Stores {
  provider: PaymentProvider;
  contacts: Contacts;
  logger: Logger;
  clock: () => Date;
}

export async function runStripeJob(
  { _id, kind, target }: Pick<StripeJob, "_id" | "kind" | "target">,
  deps: StripeJobDeps,
): Promise<void> {
  const { provider, subscriptions, stripeJobs, clock } = deps;
  switch (kind) {
    case "end_unpaid":
      await provider.endUnpaid(target);
      return;
    case "end_paid_back":
      return endPaidBack(target, deps);
    case "keep_customer":
      await keepCustomer(_id, asUserId(target), deps);
      return;
    case "delete_customer":
      await provider.deleteCustomer(target);
      return stripeJobs.removeJobs(target);
    case "end_duplicates":
    case "set_contact":
    case "reconcile":
    case "use_new_card": {
      const known = await subscriptions.ofCustomer(target);
      // the customer was erased after the job was stored: no job may keep the customer's id
      if (!known) return stripeJobs.removeJobs(target, "delete_customer");
      if (kind === "end_duplicates") return endDuplicates(target, known._id, deps);
      if (kind === "set_contact") return sendContact(target, known._id, deps);
      const { subscription } = await reconcile(known._id, clock(), deps);
      const paid = inForce(subscription);
      if (kind === "reconcile" || paid === null || isSimulated(paid)) return;
      await provider.useNewCard(paid.id);
      await reconcile(known._id, clock(), deps);
    }
  }
}

/**
 * Money that went back, by a refund or a dispute, ends what it had paid for. The account may have other products. After a
 * refund of a change of plan the operator decides which plan goes on: the rest of the month is paid.
 */
async function endPaidBack(chargeId: string, deps: StripeJobDeps): Promise<void> {
  const { provider, subscriptions, clock, logger } = deps;
  const found = await provider.refundedOrDisputed(chargeId);
  const known = found && (await subscriptions.ofCustomer(found.customerId));
  if (!found || !known) return;
  if (found.isChangeRefund) {
    logger.warn(
      { subscription: found.subscriptionId, charge: chargeId },
      "a change of plan was refunded, the subscription keeps its present plan",
    );
    return;
  }
  await provider.endNow(found.subscriptionId);
  logger.info(
    { subscription: found.subscriptionId },
    "subscription ended, its payment was refunded or disputed",
  );
  await reconcile(known._id, clock(), deps);
}

/**
 * Ends the duplicate subscriptions of a customer: all that would be charged besides the current one.
 *
 * Reads the list from Stripe again, so that every worker ends the same subscriptions, also after a crash.
 */
async function endDuplicates(
  customerId: string,
  userId: UserId,
  deps: StripeJobDeps,
): Promise<void> {
  const { provider, clock, logger } = deps;
  for (const { id } of duplicatesOf(await provider.subscriptionsOf(customerId))) {
    const refused = await provider.endDuplicate(id);
    logger.info({ subscription: id, refused: refused.length }, "duplicate subscription ended");
    for (const invoice of refused) {
      logger.error({ invoice, subscription: id }, "refund of a duplicate payment was refused");
    }
  }
  await reconcile(userId, clock(), deps);
}

/** Tells the payment provider where receipts of this customer go. Safe to repeat. */
export async function sendContact(
  customerId: string,
  userId: UserId,
  { contacts, provider }: { contacts: Contacts; provider: PaymentProvider },
): Promise<void> {
  const contact = await contacts.of(userId);
  if (contact !== null) await provider.setContact(customerId, contact);
}
