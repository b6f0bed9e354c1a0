import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { record, type OutboxEntry } from "@matinale/bus";
import type { UserId } from "@matinale/contracts";

/** The person turned alerts on or off by a message that was sent at `at`. */
export const alertsSwitched = (userId: UserId, on: boolean, at: Date): OutboxEntry =>
  record("alerts.switched", { userId, on, at: timestampFromDate(at) });
