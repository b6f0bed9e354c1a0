import { eventConsumer, type Forgetting } from "@matinale/bus";
import { dateFrom } from "@matinale/contracts";
import type { SubscriberStore } from "../store/subscribers.ts";

/** The subscriber turned alerts on or off on the phone. Guarded by the instant of the message: redelivery changes nothing. */
export const alertsSwitchedConsumer = (subscribers: SubscriberStore, forgetting: Forgetting) =>
  eventConsumer("alerts.switched", forgetting, ({ userId, message, occurredAt }) =>
    subscribers.switchAlerts(userId, message.on, dateFrom(message.at, occurredAt)),
  );
