import type { Forgetting, Subscription } from "@matinale/bus";
import type { Stores } from "../payments/forget.ts";
import { onTrialUsed } from "./on-trial-used.ts";
import { onUserChanged } from "./on-user-changed.ts";

/** Every topic that billing consumes. */
export const subscriptions = (stores: Stores, forgetting: Forgetting): Subscription[] => [
  onUserChanged(stores, forgetting),
  onTrialUsed(stores, forgetting),
];
