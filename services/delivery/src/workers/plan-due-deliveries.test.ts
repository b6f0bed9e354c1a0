import { leases } from "../domain/delivery/leases.ts";
import { registry } from "@matinale/kit";
import { expect, test, vi } from "vitest";
import type { DeliveryStore } from "../store/deliveries.ts";
import { due, subscriberOf } from "../testing/fixtures.ts";
import { planDueDeliveries } from "./plan-due-deliveries.ts";

const insert = vi.fn<DeliveryStore["insert"]>();
const slots = async (outcome: string) => {
  const found = new RegExp(`^delivery_slots_total{outcome="${outcome}"} (\\d+)$`, "m");
  return Number(found.exec(await registry.metrics())?.[1]);
};

test("counts slots once they are stored, also when the first attempt to store them fails", async () => {
  const threeDays = 3 * 86_400_000;
  const subscriber = subscriberOf({
    nextDueAt: new Date(due.getTime() - threeDays),
    nextSlot: { date: "2026-11-20", index: 0 },
  });
  const plan = () =>
    planDueDeliveries({
      subscribers: {
        claimDue: async () => [{ ...subscriber, lease: { token: "mine", until: due } }],
        saveSettings: async () => true,
      },
      deliveries: { insert, newsUnderWay: async () => new Map() },
      now: () => due,
      leases,
    } as never);
  insert.mockRejectedValueOnce(new Error("the database is away"));
  await expect(plan()).rejects.toThrow("away");
  expect(await Promise.all(["planned", "missed"].map(slots))).toEqual([0, 0]);
  insert.mockImplementation(async (deliveries) => deliveries.map(({ delivery }) => delivery));
  await plan();
  expect(await Promise.all(["planned", "missed"].map(slots))).toEqual([1, 3]);
});
