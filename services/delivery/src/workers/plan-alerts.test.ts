import { leases } from "../domain/delivery/leases.ts";
import { silentLogger } from "@matinale/kit/testing";
import { asUserId } from "@matinale/contracts";
import { beforeEach, expect, test, vi } from "vitest";
import { alertMs } from "../domain/alerts/alert.ts";
import { due, subscriberOf } from "../testing/fixtures.ts";
import type { AlertStore } from "../store/alerts.ts";
import type { DeliveryStore } from "../store/deliveries.ts";
import { planAlerts } from "./plan-alerts.ts";

const { preferences } = subscriberOf();
const reader = (id: string) => ({
  ...subscriberOf({ preferences: { ...preferences!, alerts: true } }),
  _id: asUserId(id),
});
const alert = {
  _id: "event",
  category: "politics" as const,
  countries: ["international"],
  storyIds: ["s1", "s2"],
  detectedAt: due,
  versions: [{ language: "en" as const, title: "Title", text: "Text", notes: [] }],
  lease: { token: "mine", until: due },
};

let now: Date;
let stopping: AbortController;
let withdrawnStories: string[];
const calls = {
  advance: vi.fn<AlertStore["advance"]>(),
  release: vi.fn<AlertStore["release"]>(),
  finish: vi.fn<AlertStore["finish"]>(),
  insert: vi.fn<DeliveryStore["insert"]>(),
  onWork: vi.fn<() => void>(),
};
beforeEach(() => {
  vi.resetAllMocks();
  calls.advance.mockResolvedValue(true);
  calls.insert.mockResolvedValue([]);
  now = due;
  stopping = new AbortController();
  withdrawnStories = [];
});

const plan = () => {
  const left = [[reader("ada")], [reader("bob")]];
  return planAlerts(
    {
      alerts: { ...calls, claimFirst: async () => alert },
      subscribers: { withAlerts: async () => left.shift() ?? [] },
      deliveries: { insert: calls.insert, dueSince: async () => new Map() },
      withdrawn: { among: async () => new Set(withdrawnStories) },
      logger: silentLogger,
      now: () => now,
      leases,
      onWork: calls.onWork,
    } as never,
    stopping.signal,
  );
};

test("plans an alert for all subscribers, and extends its lease with each batch", async () => {
  calls.insert.mockImplementation(async () => {
    now = new Date(now.getTime() + 20_000);
    return [];
  });
  expect(await plan()).toBe("again");
  expect(calls.insert).toHaveBeenCalledTimes(2);
  expect(calls.advance.mock.calls).toEqual([
    [alert, "ada", new Date(due.getTime() + 50_000)],
    [alert, "bob", new Date(due.getTime() + 70_000)],
  ]);
  expect(calls.finish).toHaveBeenCalledOnce();
});

test("leaves the rest to another replica when the service stops", async () => {
  calls.insert.mockImplementation(async () => {
    stopping.abort();
    return [];
  });
  await plan();
  expect(calls.insert).toHaveBeenCalledOnce();
  expect(calls.release).toHaveBeenCalledOnce();
  expect(calls.finish).not.toHaveBeenCalled();
});

test("stops when another replica holds the lease", async () => {
  calls.advance.mockResolvedValueOnce(false);
  expect(await plan()).toBeUndefined();
  expect(calls.insert).toHaveBeenCalledOnce();
  expect(calls.finish).not.toHaveBeenCalled();
});

test("plans no more of an alert once one of its stories is withdrawn", async () => {
  calls.insert.mockImplementation(async () => {
    withdrawnStories = ["s2"];
    return [];
  });
  await plan();
  expect(calls.insert).toHaveBeenCalledOnce();
  expect(calls.finish).toHaveBeenCalledOnce();
});

test("plans nothing of an alert that is older than a quarter of an hour", async () => {
  now = new Date(due.getTime() + alertMs + 1);
  await plan();
  expect(calls.insert).not.toHaveBeenCalled();
  expect(calls.finish).toHaveBeenCalledOnce();
});
