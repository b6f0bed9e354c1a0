import { eachKey, projection, type Consumer, type Forgetting } from "@matinale/bus";
import { dateFrom, type SubscriptionChanged } from "@matinale/contracts";
import { billingMailFor, type SubscriptionState } from "../domain/mail/billing-mails.ts";
import type { AccountMessages } from "../store/account-messages.ts";
import type { SubscriberStore } from "../store/subscribers.ts";

const stateOf = (message: SubscriptionChanged): SubscriptionState => ({
  status: message.status,
  trialEndsAt: dateFrom(message.trialEndsAt, null),
  entitledUntil: dateFrom(message.entitledUntil, null),
  purchaseId: message.purchaseId,
  purchasedAt: dateFrom(message.purchasedAt, null),
  waivedAt: dateFrom(message.waivedAt, null),
});

/**
 * Projection, guarded by version: redelivered and out-of-order events change nothing. The mail of a state is queued
 * after it is projected, because the mail shows the projection; its id keeps it from being sent twice.
 */
export const subscriptionChangedConsumer = (
  subscribers: SubscriberStore,
  messages: AccountMessages,
  forgetting: Forgetting,
): Consumer =>
  projection(
    "subscription.changed",
    subscribers.model,
    forgetting,
    (message) => ({ planId: message.planId, ...stateOf(message) }),
    (events) =>
      eachKey(events, async ({ userId, message }) => {
        const now = new Date();
        const mail = billingMailFor(stateOf(message), now);
        if (mail === null) return;
        const { kind, key, dueAt } = mail;
        await messages.addOnce(
          { _id: `${kind}:${userId}:${key}`, kind, about: { userId }, dueAt },
          now,
        );
      }),
  );
