import type { CrashPoint } from "./crash-points.ts";
import { crashScenarios, type Harness, type Reader } from "./crash-scenarios.ts";
import { startHarness } from "./harness.ts";

const leased = ["subscribers", "deliveries", "uploads", "webhooks"];

/** Leases all stored work to another process, so that the next process finds only the work that is set up after this. */
export async function leaseEverythingElse(delivery: Harness): Promise<void> {
  const lease = { token: "another", until: new Date("2099-01-01T00:00:00Z") };
  const work = leased.map((name) => delivery.collection(name).updateMany({}, { $set: { lease } }));
  await Promise.all(work);
}

/** Ends all leases, as time would after their processes have crashed or frozen. */
export async function expireLeases(delivery: Harness): Promise<void> {
  const none = { $unset: { lease: 1, outboxLease: 1 } } as const;
  await Promise.all(leased.map((name) => delivery.collection(name).updateMany({}, none)));
}

/** A stopped service with one reader for each point, in the state that its scenario needs. */
export async function stageScenarios(
  points: readonly CrashPoint[],
): Promise<{ delivery: Harness; readers: Map<CrashPoint, Reader> }> {
  const delivery = await startHarness({
    kafka: true,
    at: "2037-11-23T12:00:00Z",
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
