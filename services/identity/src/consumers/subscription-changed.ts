import { timestampDate } from "@bufbuild/protobuf/wkt";
import { eachKey, personalConsumer, project, type Consumer, type Forgetting } from "@matinale/bus";
import type { SubscriptionChanged, UserId } from "@matinale/contracts";
import { billingMailFor, type SubscriptionState } from "../domain/mail/billing-mails.ts";
import type { AccountMessages } from "../store/account-messages.ts";
import type { SubscriberStore } from "../store/subscribers.ts";

const dateOf = (instant: SubscriptionChanged["trialEndsAt"]): Date | null =>
  instant === undefined ? null : timestampDate(instant);

const stateOf = (message: SubscriptionChanged): SubscriptionState => ({
  status: message.status,
  trialEndsAt: dateOf(message.trialEndsAt),
  entitledUntil: dateOf(message.entitledUntil),
  purchaseId: message.purchaseId,
  waivedAt: dateOf(message.waivedAt),
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
