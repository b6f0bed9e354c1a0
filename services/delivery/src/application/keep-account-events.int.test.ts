import { silentLogger } from "@matinale/kit/testing";
import { expect, test } from "vitest";
import { AccountEvents } from "../store/account-events.ts";
import { databaseForTests } from "../testing/database.ts";
import { keepAccountEvents } from "./keep-account-events.ts";

let accountEvents: AccountEvents;
databaseForTests("account_events", (connection) => {
  accountEvents = new AccountEvents(connection);
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
  const stored = await accountEvents.latest(10);
  expect(stored.map(({ field }) => field).toSorted()).toEqual([
    "business_capability_update",
    "message_template_status_update",
  ]);
});
