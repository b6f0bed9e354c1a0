import { record, type OutboxEntry } from "@matinale/bus";
import type { UserId } from "@matinale/contracts";

/** The person has confirmed another number or user id than the one that they confirmed last. */
export const numberReplaced = (userId: UserId): OutboxEntry =>
  record("number.replaced", { userId });
