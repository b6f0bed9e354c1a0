import { asLocalTime } from "@matinale/contracts";
import { VersionConflict } from "@matinale/kit";
import { beforeEach, expect, test, vi } from "vitest";
import { databaseForTests } from "../testing/database.ts";
import { after, due, subscriberOf } from "../testing/fixtures.ts";
import type { Delivery } from "../domain/delivery/delivery.ts";
import { leases } from "../domain/delivery/leases.ts";
import { zoneRelease } from "../domain/schedule/slot-instants.ts";
import type { Subscriber, SubscriberChange } from "../domain/subscriber/subscriber.ts";
import { DeliveryStore } from "../store/deliveries.ts";
import { planDueDeliveries, requestReplannedDigests } from "../workers/plan-due-deliveries.ts";
import { changeSubscriber, refreshSchedules } from "./change-subscriber.ts";
import { SubscriberStore } from "../store/subscribers.ts";
import { VerifiedNumberStore } from "../store/verified-numbers.ts";

let subscribers: SubscriberStore;
let deliveries: DeliveryStore;
let verifiedNumbers: VerifiedNumberStore;
databaseForTests("schedules", (connection) => {
  subscribers = new SubscriberStore(connection);
  deliveries = new DeliveryStore(connection);
  verifiedNumbers = new VerifiedNumberStore(connection, "secret");
});

const ada = subscriberOf({
  stopped: { at: after(-600), by: "site" },
  disconnected: { phone: "+33600000000", at: after(-300), reason: "unreachable" },
  last: { date: "2026-11-22", index: 0, at: after(-86_400) },
  noticed: ["trial_ending/1"],
});
const stored = () => subscribers.model.findById(ada._id).lean<Subscriber>().orFail();
beforeEach(async () => {
  await subscribers.model.deleteMany();
  await subscribers.model.create(ada);
});

const depsAt = (at: Date) => ({
  subscribers,
  deliveries,
  verifiedNumbers,
  now: () => at,
  onScheduled: () => undefined,
});

const { channel, stopped, disconnected } = ada;
test.each<[string, SubscriberChange, Partial<Record<keyof Subscriber, unknown>>]>([
  ["nothing", {}, { channel, stopped, disconnected }],
  [
    "the stop",
    { stopped: { at: due, by: "phone" } },
    { channel, stopped: { at: due, by: "phone" }, disconnected },
  ],
  ["the end of the stop", { stopped: null }, { channel, disconnected }],
  ["the disconnection's removal", { disconnected: null }, { channel, stopped }],
  ["the number's removal", { channel: null }, { stopped, disconnected }],
])("a change of %s leaves the other fields as they are", async (_what, changed, expected) => {
  const returned = await changeSubscriber(ada._id, depsAt(due), () => changed);
  const fields = ({ channel, stopped, disconnected, last, noticed }: Subscriber) => ({
    channel,
    stopped,
    disconnected,
    last,
    noticed,
  });
  const kept = { last: ada.last, noticed: ada.noticed };
  expect(fields(await stored())).toEqual({ ...kept, ...expected });
  expect(returned && fields(returned)).toEqual({ ...kept, ...expected });
});

/** An edition that an outage has kept from being planned until ten minutes after its instant, 08:00 in Paris. */
const overdue: Partial<Subscriber> = {
  nextDueAt: due,
  nextSlot: { date: "2026-11-23", index: 0 },
  zoneRelease,
};
const tenPast = after(600);
const outage = async (changes: Partial<Subscriber> = {}) => {
  const { stopped: _, disconnected: __, ...running } = ada;
  await subscribers.model.deleteMany();
  await deliveries.model.deleteMany();
  await subscribers.model.create({ ...running, ...overdue, ...changes });
};
const plan = (at: Date) => planDueDeliveries({ ...depsAt(at), leases });
const editions = () => deliveries.model.find().lean<Delivery[]>();
/** Runs the planner. @returns the due instants of the planned editions */
const planned = async () => {
  await plan(tenPast);
  return (await editions()).map(({ dueAt }) => dueAt);
};

test("an event or a message after an outage leaves the due edition to the planner, which sends it late", async () => {
  await outage();
  await refreshSchedules([ada._id], depsAt(tenPast));
  await changeSubscriber(ada._id, depsAt(tenPast), ({ channel: kept }) => ({
    channel: kept ?? null,
  }));
  expect(await planned()).toEqual([due]);
  expect(await stored()).toMatchObject({ nextSlot: { date: "2026-11-24", index: 0 } });
});

test("after an outage, a due edition whose hour is moved to later on the day is sent then, once", async () => {
  const { preferences } = ada;
  await outage({ preferences: { ...preferences!, hours: [asLocalTime("20:00")] } });
  await refreshSchedules([ada._id], depsAt(tenPast));
  expect(await planned()).toEqual([]);
  const evening = new Date("2026-11-23T19:00:00Z");
  expect(await stored()).toMatchObject({ nextDueAt: evening, nextSlot: overdue.nextSlot });
});

test("after an outage, STOP removes the due edition, and PAUSE keeps it from being sent", async () => {
  await outage();
  const stop = { at: tenPast, by: "phone" } as const;
  await changeSubscriber(ada._id, depsAt(tenPast), () => ({ stopped: stop }));
  expect(await stored()).not.toHaveProperty("nextDueAt");
  await outage();
  const until = after(3 * 86_400);
  await changeSubscriber(ada._id, depsAt(tenPast), () => ({ stopped: { ...stop, until } }));
  expect(await planned()).toEqual([]);
  expect(await stored()).toMatchObject({ nextSlot: { date: "2026-11-26", index: 0 } });
});

const moveTo = async (hour: string, at: Date) => {
  const [own] = await subscribers.many([ada._id]);
  const preferences = { ...own!.preferences!, version: 2, hours: [asLocalTime(hour)] };
  await subscribers.model.updateOne({ _id: ada._id }, { preferences });
  await refreshSchedules([ada._id], depsAt(at));
};
const quarterTo = after(-900);

test.each([
  ["08:05", after(300)],
  ["18:00", after(10 * 3_600)],
])(
  "an edition that is planned while its hour is moved to %s is sent then, once",
  async (hour, at) => {
    await outage();
    const insert = vi.spyOn(deliveries, "insert").mockImplementationOnce(async (planned) => {
      await moveTo(hour, quarterTo);
      return deliveries.insert(planned);
    });
    await plan(quarterTo);
    insert.mockRestore();
    expect((await editions()).map(({ dueAt }) => dueAt)).toEqual([at]);
    await plan(new Date(at.getTime() - 900_000));
    expect((await editions()).map(({ dueAt }) => dueAt)).toEqual([at]);
    expect(await stored()).toMatchObject({ nextSlot: { date: "2026-11-24", index: 0 } });
  },
);

test("an edition that is planned while the reader chooses another voice is composed again", async () => {
  await outage();
  const insert = vi.spyOn(deliveries, "insert").mockImplementationOnce(async (planned) => {
    const user = { version: 2, language: "fr", voice: "female" };
    await subscribers.model.updateOne({ _id: ada._id }, { user });
    await refreshSchedules([ada._id], depsAt(quarterTo));
    return deliveries.insert(planned);
  });
  await plan(quarterTo);
  insert.mockRestore();
  expect(await editions()).toMatchObject([{ composeAt: quarterTo, replans: 1 }]);
  await requestReplannedDigests(depsAt(quarterTo));
  expect(await editions()).toMatchObject([{ choices: { voice: "female" } }]);
});

test("an edition whose digest is requested again while the categories change is requested with the new ones", async () => {
  await outage();
  await plan(quarterTo);
  await moveTo("18:00", after(-895));
  const at = after(10 * 3_600 - 900);
  const apply = vi.spyOn(deliveries, "apply").mockImplementationOnce(async (...request) => {
    const categories = ["sport"];
    const preferences = { ...(await stored()).preferences!, version: 3, categories };
    await subscribers.model.updateOne({ _id: ada._id }, { preferences });
    await refreshSchedules([ada._id], depsAt(at));
    return deliveries.apply(...request);
  });
  await requestReplannedDigests(depsAt(at));
  apply.mockRestore();
  await requestReplannedDigests(depsAt(at));
  expect(await editions()).toMatchObject([{ choices: { categories: ["sport"] }, replans: 2 }]);
});

test("an edition whose planner has crashed before it advanced to the next slot is moved with its hour", async () => {
  await outage();
  const save = vi.spyOn(subscribers, "saveSettings").mockRejectedValueOnce(new Error("crash"));
  await expect(plan(quarterTo)).rejects.toThrow("crash");
  save.mockRestore();
  await moveTo("18:00", after(-895));
  const [edition, ...others] = await editions();
  expect(edition).toMatchObject({ phase: "composing", dueAt: after(10 * 3_600) });
  expect(others).toEqual([]);
});

test("gives up when another write comes before its own each time, with one error for both", async () => {
  const save = vi.spyOn(subscribers, "saveSettings").mockResolvedValue(false);
  const change = changeSubscriber(ada._id, depsAt(due), () => ({ stopped: null }));
  await expect(change).rejects.toThrow(VersionConflict);
  await expect(refreshSchedules([ada._id], depsAt(due))).rejects.toThrow(VersionConflict);
  expect(save).toHaveBeenCalledTimes(12);
  save.mockRestore();
});
