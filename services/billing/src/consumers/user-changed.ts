import { eventConsumer, type Forgetting } from "@matinale/bus";
import { dateFrom, type UserId } from "@matinale/contracts";
import { counter } from "@matinale/kit";
import type { Stores } from "../store/index.ts";

const started = counter("billing_trials_started_total");

/**
 * Starts the trial of a new user. Redelivered events change nothing, because a user gets one trial. A user who had a
 * trial with a deleted account gets none.
 */
export const userChangedConsumer = (stores: Stores, forgetting: Forgetting) =>
  eventConsumer("user.changed", forgetting, async ({ userId: id, message, occurredAt }) => {
    const { subscriptions } = stores;
    const signedUpAt = dateFrom(message.signedUpAt, occurredAt);
    if (message.trialUsed) await subscriptions.revokeTrial(id, signedUpAt);
    else if (await subscriptions.startTrial(id, signedUpAt)) started.inc();
    await queueContact(id, message.version, stores);
  });

/** The e-mail address may have changed; the event does not contain it. */
async function queueContact(id: UserId, version: bigint, stores: Stores): Promise<void> {
  const target = (await stores.subscriptions.of(id))?.customerId;
  if (!target) return;
  const _id = `set_contact:${target}:${version}`;
  await stores.stripeJobs.add({ _id, kind: "set_contact", target }, new Date());
}
