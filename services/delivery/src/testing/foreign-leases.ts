import type { CrashPoint } from "./crash-points.ts";
import { crashScenarios, type Harness, type Reader } from "./crash-scenarios.ts";
import { startHarness } from "./harness.ts";

const leased = ["subscribers", "deliveries", "uploads", "webhooks"];

/** Whatever else there is to do is in other hands: only what is set up next leads to a point. */
export async function leaseEverythingElse(delivery: Harness): Promise<void> {
  const lease = { token: "another", until: new Date("2027-01-01T00:00:00Z") };
  const work = leased.map((name) => delivery.collection(name).updateMany({}, { $set: { lease } }));
  await Promise.all(work);
}

/** What time does to the leases of the dead and the frozen. */
export async function expireLeases(delivery: Harness): Promise<void> {
  const none = { $unset: { lease: 1, outboxLease: 1 } } as const;
  await Promise.all(leased.map((name) => delivery.collection(name).updateMany({}, none)));
}

/** A halted service with one reader for each point, who is as its scene wants it before anything runs. */
export async function stageScenarios(
  points: readonly CrashPoint[],
): Promise<{ delivery: Harness; readers: Map<CrashPoint, Reader> }> {
  const delivery = await startHarness({
    at: "2026-11-23T12:00:00Z",
    env: { WHATSAPP_MESSAGES_PER_SECOND: "1000" },
  });
  const readers = new Map<CrashPoint, Reader>();
  await Promise.all(
    points.map(async (point) => {
      const reader = await delivery.reader();
      readers.set(point, reader);
      await crashScenarios[point].before?.(reader, delivery);
    }),
  );
  await delivery.halt();
  return { delivery, readers };
}
