import type { Subscription } from "@matinale/bus";
import type { Stores } from "../payments/forget.ts";
import { onTrialUsed } from "./on-trial-used.ts";
import { onUserChanged } from "./on-user-changed.ts";

/** Everything that billing listens to. */
export const subscriptions = (stores: Stores): Subscription[] => [
  onUserChanged(stores),
  onTrialUsed(stores),
];
