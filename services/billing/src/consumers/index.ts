import type { Consumer, Forgetting } from "@matinale/bus";
import type { Stores } from "../store/index.ts";
import { trialUsedConsumer } from "./trial-used.ts";
import { userChangedConsumer } from "./user-changed.ts";

export const consumers = (stores: Stores, forgetting: Forgetting): Consumer[] => [
  userChangedConsumer(stores, forgetting),
  trialUsedConsumer(stores, forgetting),
];
