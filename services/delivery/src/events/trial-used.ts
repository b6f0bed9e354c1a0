import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { record, type OutboxEntry } from "@matinale/bus";
import type { UserId } from "@matinale/contracts";

/** A deleted account had confirmed this person's number before: its trial is used. */
export const trialUsed = (userId: UserId, foundAt: Date): OutboxEntry =>
  record("trial.used", { userId, foundAt: timestampFromDate(foundAt) });
