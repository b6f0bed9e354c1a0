import { asLocalTime, asUserId } from "@matinale/contracts";
import { silentLogger } from "@matinale/kit/testing";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { refreshSchedules } from "../application/change-subscriber.ts";
import type { Delivery } from "../domain/delivery/delivery.ts";
import { leases } from "../domain/delivery/leases.ts";
import { addDays } from "../domain/schedule/slot-instants.ts";
import { nextSlotOf, type Subscriber } from "../domain/subscriber/subscriber.ts";
import { DeliveryStore } from "../store/deliveries.ts";
import { SubscriberStore } from "../store/subscribers.ts";
import { VerifiedNumberStore } from "../store/verified-numbers.ts";
import { databaseForTests } from "../testing/database.ts";
import { subscriberOf } from "../testing/fixtures.ts";
import { followZoneRules } from "./follow-zone-rules.ts";
import { planDueDeliveries } from "./plan-due-deliveries.ts";

/** Morocco before and after the release 2026c, which ended its hour ahead of GMT. */
const moved = "Africa/Casablanca";
const releases = vi.hoisted(() => ({
  "2025c": "+01:00",
  "2026c": "+00:00",
  "2026d": "+01:00",
  /** Of the replica that runs now. */
  current: "2025c" as "2025c" | "2026c" | "2026d",
}));
type Release = typeof releases.current;

// Test files share loaded modules: this file loads them again with its own rules, and the next one without.
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());

vi.mock(import("../domain/schedule/slot-instants.ts"), async (load) => {
  const original = await load();
  const zoneOf = (zone: string) =>
    zone === "Africa/Casablanca" ? releases[releases.current] : zone;
  return {
    ...original,
    get zoneRelease() {
      return releases.current;
    },
    instantOf: (zone, date, time) => original.instantOf(zoneOf(zone), date, time),
    localDate: (zone, at) => original.localDate(zoneOf(zone), at),
    localTime: (zone, at) => original.localTime(zoneOf(zone), at),
  };
});

let subscribers: SubscriberStore;
let deliveries: DeliveryStore;
let verifiedNumbers: VerifiedNumberStore;
let now = new Date();
databaseForTests("zone_rules", (connection) => {
  subscribers = new SubscriberStore(connection);
  deliveries = new DeliveryStore(connection);
  verifiedNumbers = new VerifiedNumberStore(connection, "secret");
});
beforeEach(async () => {
  await subscribers.model.deleteMany();
  await deliveries.model.deleteMany();
});

const testDeps = () => ({
  subscribers,
  deliveries,
  verifiedNumbers,
  now: () => now,
  leases,
  logger: silentLogger,
  onScheduled: () => undefined,
});

/** A replica of the service with this release of the time zone data. */
function replica(release: Release) {
  const as = async <T>(run: () => Promise<T>): Promise<T> => {
    releases.current = release;
    return run();
  };
  const deps = testDeps();
  return {
    plan: () =>
      as(async () => {
        while ((await planDueDeliveries(deps)) === "again") continue;
      }),
    follow: () => as(() => followZoneRules(deps, new AbortController().signal)),
  };
}

const names = ["one", "two"] as const;
const hoursOf = { one: ["07:00"], two: ["07:00", "07:30"] };
const first = "2026-11-20";
const minute = 60_000;
const instant = (date: string, time: string, release: Release) =>
  new Date(`${date}T${time}:00${releases[release]}`);

/** Two readers in the zone and one elsewhere, whose schedules were computed with this release. */
async function seed(release: Release) {
  releases.current = release;
  now = new Date(`${first}T00:00:00Z`);
  const readers = [...names, "elsewhere"].map((name, index): Subscriber => {
    const reader = subscriberOf({ _id: asUserId(name) });
    const { preferences, channel } = reader;
    const zone = name === "elsewhere" ? "Asia/Dubai" : moved;
    const hours = (name === "two" ? hoursOf.two : hoursOf.one).map(asLocalTime);
    const changed: Subscriber = {
      ...reader,
      preferences: { ...preferences!, zone, hours, weekday: null },
      subscription: { ...reader.subscription!, status: "active", entitledUntil: null },
      channel: { ...channel!, phone: `+3360000000${index}` },
    };
    const next = nextSlotOf(changed, now);
    return {
      ...changed,
      nextDueAt: next!.at,
      nextSlot: { date: next!.date, index: next!.index },
      zoneRelease: release,
    };
  });
  await subscribers.model.insertMany(readers);
}

async function planned(name: string): Promise<Delivery[]> {
  return deliveries.model
    .find({ userId: asUserId(name) })
    .sort({ "slot.date": 1, "slot.index": 1 })
    .lean<Delivery[]>();
}

/** Lets the clock run; `each` runs the replicas that live at that minute, in any order. */
async function pass(days: number, each: (at: number) => Promise<void>) {
  const until = Date.parse(first) + days * 24 * 60 * minute;
  for (let at = Date.parse(first); at < until; at += 5 * minute) {
    now = new Date(at);
    const hour = now.getUTCHours();
    // nothing is due in the rest of the day
    if (hour >= 3 && hour < 9) await each(at);
  }
}

test.each<[Release, Release]>([
  ["2025c", "2026c"],
  ["2026c", "2026d"],
])(
  "from %s to %s: replicas with both releases neither double nor lose a slot",
  async (old, newer) => {
    await seed(old);
    const [before, after] = [replica(old), replica(newer)];
    // more than two hours before the first slot of the day
    const switchAt = Date.parse(`${first}T03:00:00Z`) + 24 * 60 * minute;
    let turn = 0;
    await pass(5, async (at) => {
      turn += 1;
      if (at < switchAt) return before.plan();
      if (at === switchAt) await after.follow();
      const both = turn % 2 === 0 ? [before, after] : [after, before];
      for (const each of both) await each.plan();
      if (turn % 3 === 0) await after.follow();
    });
    for (const name of names) {
      const slots = (await planned(name)).map(({ slot, dueAt, phase }) => [slot, dueAt, phase]);
      const dates = [0, 1, 2, 3, 4].map((day) => addDays(first, day));
      expect(slots).toEqual(
        dates.flatMap((date, day) =>
          hoursOf[name].map((time, index) => [
            { date, index },
            instant(date, time, day === 0 ? old : newer),
            "composing",
          ]),
        ),
      );
    }
  },
  90_000,
);

/** What a round has done before it was stopped. */
const refreshFirst = async (release: Release, ids: string[]) => {
  releases.current = release;
  await refreshSchedules(ids.map(asUserId), testDeps());
};

test("computes the schedules of an older release once, and continues after a stop", async () => {
  await seed("2025c");
  const elsewhere = await subscribers.model.findById("elsewhere").lean<Subscriber>();
  await refreshFirst("2026c", ["one"]);
  await replica("2026c").follow();
  const stored = await subscribers.model.find().sort({ _id: 1 }).lean<Subscriber[]>();
  expect(stored.find(({ _id }) => _id === "elsewhere")?.nextDueAt).toEqual(elsewhere?.nextDueAt);
  for (const name of names) {
    const found = stored.find(({ _id }) => _id === name);
    expect(found?.nextDueAt).toEqual(instant(first, "07:00", "2026c"));
    // written once: the second round leaves out what the first one has done
    expect(found?.revision).toBe(1);
  }
});

test("moves a planned digest to its new instant", async () => {
  await seed("2025c");
  now = new Date(instant(first, "07:00", "2025c").getTime() - 10 * minute);
  await replica("2025c").plan();
  await replica("2026c").follow();
  const [delivery] = await planned("one");
  expect(delivery?.dueAt).toEqual(instant(first, "07:00", "2026c"));
  expect(await planned("one")).toHaveLength(1);
});

test("sends a slot whose new instant has passed at its first one", async () => {
  await seed("2026c");
  now = new Date(instant(first, "07:00", "2026d").getTime() + 20 * minute);
  await replica("2026d").follow();
  now = new Date(instant(first, "07:00", "2026c").getTime() - 10 * minute);
  await replica("2026d").plan();
  const [delivery] = await planned("one");
  expect(delivery?.dueAt).toEqual(instant(first, "07:00", "2026c"));
});

test("a replica with older data takes a slot over five minutes before it is due", async () => {
  await seed("2025c");
  await replica("2026c").follow();
  const due = instant(first, "07:00", "2026c");
  now = new Date(due.getTime() - 6 * minute);
  await replica("2025c").plan();
  expect(await planned("one")).toEqual([]);
  now = new Date(due.getTime() - 4 * minute);
  await replica("2025c").plan();
  const [delivery] = await planned("one");
  expect(delivery?.dueAt).toEqual(due);
});
