import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { record, type OutboxEntry } from "@matinale/bus";
import type { User } from "../domain/account/account.ts";

/** Builds user.changed. It never contains the name, the e-mail address or the phone number. */
export const userChanged = (user: User): OutboxEntry =>
  record("user.changed", {
    userId: user._id,
    version: BigInt(user.version),
    language: user.language,
    voice: user.voice,
    signedUpAt: timestampFromDate(user.signedUpAt),
    trialUsed: user.trialUsed ?? false,
    ...(user.ownerSince && { ownerSince: timestampFromDate(user.ownerSince) }),
  });
