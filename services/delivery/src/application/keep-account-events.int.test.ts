import { silentLogger } from "@matinale/kit/testing";
import { expect, test } from "vitest";
import { readWebhook } from "../clients/cloud-api/events.ts";
import { AccountEvents } from "../store/account-events.ts";
import { databaseForTests } from "../testing/database.ts";
import { keepAccountEvents } from "./keep-account-events.ts";

let accountEvents: AccountEvents;
databaseForTests("account_events", (connection) => {
  accountEvents = new AccountEvents(connection);
});

test("stores the same error of another day", async () => {
  const deps = { accountEvents, logger: silentLogger };
  const errors = [{ code: 131_000, title: "Something went wrong" }];
  const body = { entry: [{ changes: [{ field: "messages", value: { errors } }] }] };
  for (const day of ["2026-11-23", "2026-11-27", "2026-11-27"]) {
    const now = new Date(`${day}T08:12:00Z`);
    const events = readWebhook(body, "1", now).accountEvents;
    await keepAccountEvents(events, { ...deps, now: () => now });
  }
  const stored = await accountEvents.latest(10);
  expect(stored.filter(({ field }) => field === "errors")).toHaveLength(2);
});

test("stores each report once, however often the provider repeats it", async () => {
  const now = () => new Date("2026-11-23T08:00:00Z");
  const paused = {
    field: "message_template_status_update",
    at: new Date("2026-11-23T07:59:58Z"),
    details: '{"event":"PAUSED"}',
  } as const;
  const limited = { ...paused, field: "business_capability_update" } as const;
  const deps = { accountEvents, logger: silentLogger, now };
  await keepAccountEvents([paused, limited, paused], deps);
  await keepAccountEvents([paused], deps);
  const stored = (await accountEvents.latest(10)).filter(({ field }) => field !== "errors");
  expect(stored.map(({ field }) => field).toSorted()).toEqual([
    "business_capability_update",
    "message_template_status_update",
  ]);
});
