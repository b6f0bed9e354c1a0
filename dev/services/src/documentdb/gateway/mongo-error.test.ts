import { expect, test } from "vitest";
import {
  codeOfPacked,
  codeOfState,
  isConflict,
  isEngineGone,
  MongoError,
  unpackState,
} from "./mongo-error.ts";

const postgresError = (code: string) =>
  Object.assign(new Error("a PostgreSQL error"), { code, severity: "ERROR" });

test("unpacks a SQLSTATE packed by PostgreSQL", () => {
  expect(unpackState(16_908_292)).toBe("40P01");
});

test("maps the engine's states to MongoDB's codes", () => {
  expect(codeOfState("M001C")).toEqual([11_000, "DuplicateKey"]);
  expect(codeOfState("23P01")).toEqual([11_000, "DuplicateKey"]);
  expect(codeOfState("XX000")).toEqual([1, "InternalError"]);
  expect(codeOfPacked(16_908_292)).toBe(112);
  expect(codeOfPacked(121)).toBe(121);
  const unknownState = 29 + (1 << 24);
  expect([unpackState(unknownState), codeOfPacked(unknownState)]).toEqual(["M0001", 2]);
  expect(codeOfPacked(unknownState + (1 << 12))).toBe(1);
});

test("a deadlock can be retried, a duplicate cannot", () => {
  expect(isConflict(postgresError("40P01"))).toBe(true);
  expect(isConflict(postgresError("23P01"))).toBe(false);
});

test("distinguishes an unreachable engine from one that reports an error", () => {
  expect(isEngineGone(Object.assign(new Error("refused"), { code: "ECONNREFUSED" }))).toBe(true);
  expect(isEngineGone(postgresError("57P01"))).toBe(true);
  expect(isEngineGone(postgresError("42601"))).toBe(false);
  expect(isEngineGone(new MongoError(59, "CommandNotFound", "no such command"))).toBe(false);
});
