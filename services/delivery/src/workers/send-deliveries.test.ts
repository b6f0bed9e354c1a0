import { silentLogger } from "@matinale/kit/testing";
import { expect, test, vi } from "vitest";
import type { Delivery } from "../domain/delivery/delivery.ts";
import { leases } from "../domain/delivery/leases.ts";
import { after, due, readyDigest } from "../testing/fixtures.ts";
import { sendDeliveries } from "./send-deliveries.ts";

/** Deliveries whose messages are all sent: only their end is still to be recorded. */
function sentDeliveries() {
  const sent = readyDigest({ texts: [], audio: [], parts: {} });
  const lease = { token: "token", until: after(60) };
  const ends: (() => void)[] = [];
  const claimDue = vi.fn<(terms: { limit: number }) => Promise<Delivery[]>>(async ({ limit }) =>
    Array.from({ length: limit }, (_, n) => ({ ...sent, _id: `d${n}`, lease }) as Delivery),
  );
  const apply = () => new Promise<null>((resolve) => ends.push(() => resolve(null)));
  const worker = sendDeliveries(
    {
      circuits: { stopped: {} },
      clock: { check: async () => undefined },
      deliveries: { claimDue, apply, nextWorkAt: async () => null },
      isStopped: async () => false,
      leases,
      logger: silentLogger,
      now: () => due,
      rate: { perSecond: 80 },
      subscribers: {},
      uploads: { mediaIds: async () => new Map() },
      whatsapp: { isLinkedPhone: false },
      withdrawn: { among: async () => new Set() },
    } as never,
    { count: () => undefined } as never,
  );
  return { worker, claimDue, ends };
}

test("claims the next deliveries at once when many end in one batch of writes", async () => {
  const { worker, claimDue, ends } = sentDeliveries();
  await worker.start();
  await vi.waitFor(() => expect(ends).toHaveLength(100));
  for (const end of ends.splice(0, 40)) end();
  await vi.waitFor(() => expect(claimDue).toHaveBeenCalledTimes(2), { timeout: 2_000 });
  expect(claimDue.mock.calls[1]?.[0].limit).toBeGreaterThanOrEqual(25);
  await vi.waitFor(() => expect(ends).toHaveLength(100));
  const stopped = worker.stop();
  for (const end of ends) end();
  await stopped;
});
