import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { record, type OutboxEntry } from "@matinale/bus";
import { type DigestTerms, requestId } from "../domain/delivery/delivery.ts";
import type { Planned } from "../domain/schedule/plan-delivery.ts";

/** The event that asks content to compose a planned delivery. */
export function digestRequested({ delivery, terms }: Planned): OutboxEntry[] {
  if (terms === null) return [];
  const { windowStart, windowEnd, ...choices }: DigestTerms = terms;
  return [
    record("digest.requested", {
      ...choices,
      digestId: requestId(delivery),
      userId: delivery.userId,
      windowStart: timestampFromDate(windowStart),
      windowEnd: timestampFromDate(windowEnd),
      dueAt: timestampFromDate(delivery.dueAt),
      partOfDay: delivery.partOfDay ?? "morning",
      manual: delivery.manual,
    }),
  ];
}
