import type { Connection } from "mongoose";
import { expect, test } from "vitest";
import { databaseForTests } from "../testing/database.ts";
import { PhoneStops } from "./phone-stops.ts";

let connection: Connection;
databaseForTests("phone-stops", (connected) => (connection = connected));

const first = new Date("2037-11-23T07:00:00Z");
const later = new Date("2037-11-23T07:00:01Z");
const stops = () => new PhoneStops(connection, "secret");
const expiryOf = async () => (await stops().model.findOne().sort({ at: -1 }).lean())?.expiresAt;

test("a STOP that arrives after a later START of the same phone changes nothing", async () => {
  await stops().start("33611111111", later);
  await stops().stop("33611111111", first);
  expect(await stops().isStopped("33611111111")).toBe(false);
});

test("a START that arrives after a later STOP changes nothing, and within one second STOP wins", async () => {
  await stops().stop("33622222222", later);
  await stops().start("33622222222", first);
  await stops().start("33622222222", later);
  expect(await stops().isStopped("33622222222")).toBe(true);
  await stops().start("33633333333", first);
  await stops().stop("33633333333", first);
  expect(await stops().isStopped("33633333333")).toBe(true);
});

test("keeps a START until no older STOP can arrive, and a STOP without a time limit", async () => {
  await stops().model.deleteMany();
  await stops().start("33644444444", first);
  expect(await expiryOf()).toEqual(new Date("2037-12-07T07:00:00Z"));
  await stops().stop("33644444444", later);
  expect(await expiryOf()).toBeUndefined();
});
