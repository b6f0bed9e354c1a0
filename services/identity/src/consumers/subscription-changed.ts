import { eachKey, personalConsumer, project, type Consumer, type Forgetting } from "@matinale/bus";
import { dateFrom, type SubscriptionChanged, type UserId } from "@matinale/contracts";
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
 * after it is projected, because the mail shows the projection. After a crash in between, the redelivered event has
 * the version of the projection and queues the mail; the id of the mail keeps it from being sent twice.
 */
export const subscriptionChangedConsumer = (
  subscribers: SubscriberStore,
  messages: AccountMessages,
  forgetting: Forgetting,
): Consumer =>
  personalConsumer(forgetting, {
    topic: "subscription.changed",
    handle: async (events) => {
      const now = new Date();
      const known = new Map<UserId, Awaited<ReturnType<SubscriberStore["subscriptionOf"]>>>();
      await eachKey(events, async ({ userId }) => {
        known.set(userId, await subscribers.subscriptionOf(userId));
      });
      await project(subscribers.model, "subscription", events, (message) => ({
        planId: message.planId,
        ...stateOf(message),
      }));
      await eachKey(events, async ({ userId, message, occurredAt }) => {
        const version = Number(message.version);
        const projected = known.get(userId);
        if (projected !== undefined && projected.version > version) return;
        const before = projected?.version === version ? undefined : projected;
        const mail = billingMailFor(stateOf(message), { before, occurredAt, now });
        if (mail === null) return;
        const { kind, key, dueAt } = mail;
        await messages.addOnce(
          { _id: `${kind}:${userId}:${key}`, kind, about: { userId }, dueAt },
          now,
        );
      });
    },
  });
