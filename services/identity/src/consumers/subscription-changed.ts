import { timestampDate } from "@bufbuild/protobuf/wkt";
import { eachKey, personalConsumer, project, type Consumer, type Forgetting } from "@matinale/bus";
import type { SubscriptionChanged } from "@matinale/contracts";
import { billingMailFor, type SubscriptionState } from "../domain/mail/billing-mails.ts";
import type { AccountMessages } from "../store/account-messages.ts";
import type { PlansInForce } from "../store/plans-in-force.ts";

const stateOf = ({
  status,
  trialEndsAt,
  entitledUntil,
}: SubscriptionChanged): SubscriptionState => ({
  status,
  trialEndsAt: trialEndsAt === undefined ? null : timestampDate(trialEndsAt),
  entitledUntil: entitledUntil === undefined ? null : timestampDate(entitledUntil),
});

/**
 * Projection, guarded by version: redelivered and out-of-order events change nothing. The mail of a state is
 * queued before it is projected, under an id of its own: after a crash in between, the event queues it again.
 */
export const subscriptionChangedConsumer = (
  plansInForce: PlansInForce,
  messages: AccountMessages,
  forgetting: Forgetting,
): Consumer =>
  personalConsumer(forgetting, {
    topic: "subscription.changed",
    handle: async (events) => {
      const now = new Date();
      await eachKey(events, async ({ userId, message }) => {
        const known = (await plansInForce.of(userId))?.version ?? -1;
        const mail = billingMailFor(stateOf(message), now);
        if (mail === null || known >= Number(message.version)) return;
        const { kind, end, dueAt } = mail;
        const _id = `${kind}:${userId}:${end.toISOString()}`;
        await messages.addOnce({ _id, kind, about: { userId }, dueAt }, now);
      });
      await project(plansInForce.model, "subscription", events, (message) => ({
        planId: message.planId,
        ...stateOf(message),
      }));
    },
  });
