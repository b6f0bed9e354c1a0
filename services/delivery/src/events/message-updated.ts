import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { record, type OutboxEntry } from "@matinale/bus";
import type { Delivery } from "../domain/delivery/delivery.ts";
import type { Change } from "../domain/delivery/transitions.ts";

/** Event for each of these parts of a digest: the provider has reported its status, or the part has failed. */
export function messageUpdated(
  { userId, _id: deliveryId }: Delivery,
  updated: NonNullable<Change["updated"]>,
): OutboxEntry[] {
  return updated.map(({ part, status, at, code }) =>
    record("message.updated", {
      userId,
      deliveryId,
      partId: part,
      status,
      at: timestampFromDate(at),
      errorCode: code,
    }),
  );
}
