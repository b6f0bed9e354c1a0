import { expect, test } from "vitest";
import { databaseForTests } from "../testing/database.ts";
import { PunctualityStore } from "./punctuality.ts";

let punctuality: PunctualityStore;
databaseForTests("punctuality", (connection) => {
  punctuality = new PunctualityStore(connection);
});

const now = new Date("2026-11-23T09:30:00Z");
const shares = (...hours: number[]) =>
  Promise.all(hours.map((count) => punctuality.shareSince(now, count)));

test("is unknown before the first edition", async () => {
  expect(await shares(24, 2160)).toEqual([null, null]);
});

test("counts editions by the hour in which they were due", async () => {
  for (const [due, onTime] of [
    ["2026-11-23T09:00:00Z", true],
    ["2026-11-23T08:15:00Z", false],
    ["2026-11-22T10:00:00Z", true],
    ["2026-11-22T10:30:00Z", true],
    ["2026-11-22T08:00:00Z", false],
    ["2026-08-20T08:00:00Z", false],
  ] as const) {
    punctuality.count({ dueAt: new Date(due), onTime });
  }
  await expect.poll(() => shares(24)).toEqual([0.75]);
  expect(await shares(1, 48, 2160)).toEqual([0.5, 0.6, 0.6]);
});
