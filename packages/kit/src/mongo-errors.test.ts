import mongoose from "mongoose";
import { expect, test } from "vitest";
import { isDatabaseAway, unlessDuplicate } from "./mongo-errors.ts";

const { MongoBulkWriteError, MongoNetworkError, MongoServerError, MongoWriteConcernError } =
  mongoose.mongo;

const codes = [
  6, 7, 13, 18, 89, 91, 134, 189, 9_001, 10_058, 10_107, 11_600, 11_602, 13_435, 13_436, 14_031,
];

test.each(codes)("sees that a server with the code %i cannot serve now", (code) => {
  const answer = { ok: 0, code, errmsg: "not primary" };
  const concern = { ok: 1, writeConcernError: { code, errmsg: "not primary" } };
  expect(isDatabaseAway(new MongoServerError(answer))).toBe(true);
  expect(isDatabaseAway(new MongoWriteConcernError(concern as never))).toBe(true);
  const bulk = { message: "not primary", code, writeErrors: [] };
  expect(isDatabaseAway(new MongoBulkWriteError(bulk, {} as never))).toBe(true);
  expect(isDatabaseAway(new Error("load failed", { cause: new MongoServerError(answer) }))).toBe(
    true,
  );
});

test("sees that there is no connection", () => {
  const closed = new MongoNetworkError("connection closed");
  expect(isDatabaseAway(closed)).toBe(true);
  expect(isDatabaseAway(new MongoBulkWriteError(closed as never, {} as never))).toBe(true);
});

test.each([
  ["a duplicate key", new MongoServerError({ code: 11_000, errmsg: "E11000" })],
  ["a document that is too large", new MongoServerError({ code: 10_334, errmsg: "too large" })],
  ["a provider's code", Object.assign(new Error("refused"), { code: 189 })],
  ["no error", { name: "MongoNetworkError" }],
])("counts %s as no outage", (_name, error) => {
  expect(isDatabaseAway(error)).toBe(false);
});

test("returns whether a key was new, and throws other errors of a write", async () => {
  const failing = (code: number) =>
    Promise.reject(new MongoServerError({ ok: 0, code, errmsg: "failed" }));
  expect(await unlessDuplicate(Promise.resolve())).toBe(true);
  expect(await unlessDuplicate(failing(11_000))).toBe(false);
  await expect(unlessDuplicate(failing(91))).rejects.toThrow("failed");
});
