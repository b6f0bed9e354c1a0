import type { UserId } from "@matinale/contracts";
import type { DeliveryStore } from "../store/deliveries.ts";
import type { Schedules } from "./reschedule.ts";

const failuresInARow = 3;

/**
 * Disconnects a number that the provider could not reach three times in a row. The site then shows this to
 * the subscriber. Counts stored deliveries, so a repeated status counts once.
 */
export async function disconnectDeadNumber(
  userId: UserId,
  {
    deliveries,
    schedules,
    now,
  }: { deliveries: DeliveryStore; schedules: Schedules; now: () => Date },
): Promise<void> {
  const last = await deliveries.lastSent(userId, failuresInARow);
  const [phone] = last.map(({ recipient }) => recipient);
  const dead =
    last.length === failuresInARow &&
    last.every(
      ({ recipient, parts }) =>
        recipient === phone &&
        Object.values(parts).some(({ failure }) => failure?.reason === "unreachable"),
    );
  if (!dead || phone === undefined) return;
  await schedules.change(userId, now(), ({ channel }) =>
    channel?.phone !== phone || channel.connectedAt > (last.at(-1)?.createdAt ?? now())
      ? null
      : {
          channel: null,
          disconnected: { phone, at: now(), reason: "unreachable" },
          newNumber: true,
        },
  );
}
