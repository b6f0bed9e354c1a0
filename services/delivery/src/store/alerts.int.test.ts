import { asUserId } from "@matinale/contracts";
import { beforeEach, expect, test } from "vitest";
import { databaseForTests } from "../testing/database.ts";
import { AlertStore } from "./alerts.ts";

let alerts: AlertStore;
databaseForTests("alerts", (connection) => (alerts = new AlertStore(connection)));
const at = (seconds: number) => new Date(Date.parse("2037-11-23T09:00:00Z") + seconds * 1_000);
const insert = (id: string, workAt: Date) =>
  alerts.insertNew(id, {
    category: "politics",
    countries: [],
    storyIds: [],
    detectedAt: at(0),
    versions: [],
    workAt,
  });
const claim = async (seconds: number) =>
  (await alerts.claimFirst({ now: at(seconds), leaseMs: 30_000 }))?._id;

beforeEach(async () => {
  await alerts.model.deleteMany();
  await insert("first", at(1));
});

test("leases one alert at a time, the oldest, and once under its id", async () => {
  expect(await claim(2)).toBe("first");
  await insert("second", at(3));
  await insert("first", at(3));
  expect(await claim(4)).toBeUndefined();
  expect(await claim(40)).toBe("first");
});

test("leases an alert that was stored before the clock was set back", async () => {
  expect(await claim(-3_600)).toBe("first");
});

test("keeps the lease while it is planned, and gives it up at once", async () => {
  const alert = await alerts.claimFirst({ now: at(2), leaseMs: 30_000 });
  expect(await alerts.advance(alert!, asUserId("ada"), at(60))).toBe(true);
  expect(await claim(40)).toBeUndefined();
  await alerts.release(alert!);
  expect(await alerts.claimFirst({ now: at(41), leaseMs: 30_000 })).toMatchObject({
    _id: "first",
    cursor: "ada",
  });
  expect(await alerts.advance(alert!, asUserId("bob"), at(90))).toBe(false);
});
