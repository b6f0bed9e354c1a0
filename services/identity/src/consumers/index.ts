import type { Consumer, Forgetting } from "@matinale/bus";
import type { AccountMessages } from "../store/account-messages.ts";
import type { PlansInForce } from "../store/plans-in-force.ts";
import { subscriptionChangedConsumer } from "./subscription-changed.ts";

/** Every topic that identity consumes. */
export const consumers = (
  plansInForce: PlansInForce,
  messages: AccountMessages,
  forgetting: Forgetting,
): Consumer[] => [subscriptionChangedConsumer(plansInForce, messages, forgetting)];
