import type { Harness } from "./crash-scenes.ts";

const leased = ["subscribers", "deliveries", "uploads", "webhooks"];

/** Whatever else there is to do is in other hands: only what is set up next leads to a point. */
export async function holdTheRest(delivery: Harness): Promise<void> {
  const lease = { token: "another", until: new Date("2027-01-01T00:00:00Z") };
  const work = leased.map((name) => delivery.collection(name).updateMany({}, { $set: { lease } }));
  await Promise.all(work);
}

/** What time does to the leases of the dead and the frozen. */
export async function expireLeases(delivery: Harness): Promise<void> {
  const none = { $unset: { lease: 1, outboxLease: 1 } } as const;
  await Promise.all(leased.map((name) => delivery.collection(name).updateMany({}, none)));
}
