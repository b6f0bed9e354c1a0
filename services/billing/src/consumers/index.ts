import type { Forgetting, Subscription } from "@matinale/bus";
import type { Stores } from "../application/forget-person.ts";
import { onTrialUsed } from "./trial-used.ts";
import { onUserChanged } from "./user-changed.ts";

/** Every topic that billing consumes. */
export const subscriptions = (stores: Stores, forgetting: Forgetting): Subscription[] => [
  onUserChanged(stores, forgetting),
  onTrialUsed(stores, forgetting),
];
