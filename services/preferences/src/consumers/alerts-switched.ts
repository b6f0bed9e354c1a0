import { eachKey, personalConsumer, type Consumer, type Forgetting } from "@matinale/bus";
import { dateFrom } from "@matinale/contracts";
import type { SubscriberStore } from "../store/subscribers.ts";

/** The subscriber turned alerts on or off on the phone. Guarded by the instant of the message: redelivery changes nothing. */
export const alertsSwitchedConsumer = (
  subscribers: SubscriberStore,
  forgetting: Forgetting,
): Consumer =>
  personalConsumer(forgetting, {
    topic: "alerts.switched",
    handle: (events) =>
      eachKey(events, async ({ userId, message, occurredAt }) => {
        await subscribers.switchAlerts(userId, message.on, dateFrom(message.at, occurredAt));
      }),
  });
