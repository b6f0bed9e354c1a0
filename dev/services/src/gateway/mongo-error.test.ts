import { ObjectId } from "bson";
import { expect, test } from "vitest";
import {
  codeOfPacked,
  codeOfState,
  isConflict,
  isEngineGone,
  MongoError,
  unpackState,
} from "./mongo-error.ts";
import { asksForKey } from "./writes.ts";

const postgresError = (code: string) =>
  Object.assign(new Error("said PostgreSQL"), { code, severity: "ERROR" });

test("a packed SQLSTATE is unpacked as PostgreSQL packs it", () => {
  expect(unpackState(16_908_292)).toBe("40P01");
});

test("the engine's states become MongoDB's codes", () => {
  expect(codeOfState("M001C")).toEqual([11_000, "DuplicateKey"]);
  expect(codeOfState("23P01")).toEqual([11_000, "DuplicateKey"]);
  expect(codeOfState("XX000")).toEqual([1, "InternalError"]);
  expect(codeOfPacked(16_908_292)).toBe(112);
  expect(codeOfPacked(121)).toBe(121);
});

test("a deadlock is worth another try, a duplicate is not", () => {
  expect(isConflict(postgresError("40P01"))).toBe(true);
  expect(isConflict(postgresError("23P01"))).toBe(false);
});

test("the connection is cut when the engine is away, not when it refuses", () => {
  expect(isEngineGone(Object.assign(new Error("refused"), { code: "ECONNREFUSED" }))).toBe(true);
  expect(isEngineGone(postgresError("57P01"))).toBe(true);
  expect(isEngineGone(postgresError("42601"))).toBe(false);
  expect(isEngineGone(new MongoError(59, "CommandNotFound", "no such command"))).toBe(false);
});

test("an upsert that asks for the whole key by equality may run again", () => {
  const key = { user: 1, day: 1 };
  expect(asksForKey({ user: new ObjectId(), day: "2026-11-21" }, key)).toBe(true);
  expect(asksForKey({ user: "a" }, key)).toBe(false);
  expect(asksForKey({ user: "a", day: { $gt: "2026" } }, key)).toBe(false);
});
