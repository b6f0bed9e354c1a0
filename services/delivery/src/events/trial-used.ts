import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { record, type OutboxEntry } from "@matinale/bus";
import type { UserId } from "@matinale/contracts";

/** This person's number was confirmed before, by an account that was deleted. */
export const trialUsed = (userId: UserId, foundAt: Date): OutboxEntry =>
  record("trial.used", { userId, foundAt: timestampFromDate(foundAt) });
