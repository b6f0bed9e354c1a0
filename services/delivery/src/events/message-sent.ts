import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { record, type OutboxEntry } from "@matinale/bus";
import type { Delivery } from "../domain/delivery/delivery.ts";

/** Event for each of these parts of a digest: the provider has accepted it. */
export function messageSent(delivery: Delivery, partIds: readonly string[]): OutboxEntry[] {
  const { userId, _id: deliveryId, dueAt, manual } = delivery;
  return partIds.flatMap((partId) => {
    const part = delivery.parts[partId];
    if (part === undefined) return [];
    const acceptedAt = part.acceptedAt ?? part.sentAt ?? part.deliveredAt ?? dueAt;
    return record("message.sent", {
      userId,
      deliveryId,
      partId,
      form: part.form,
      dueAt: timestampFromDate(dueAt),
      acceptedAt: timestampFromDate(acceptedAt),
      manual,
    });
  });
}
