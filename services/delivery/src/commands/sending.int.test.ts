import { fileURLToPath } from "node:url";
import { runProgram } from "@matinale/kit/testing";
import type { Connection } from "mongoose";
import { expect, test } from "vitest";
import { databaseForTests } from "../testing/database.ts";

const command = fileURLToPath(new URL("sending.ts", import.meta.url));
let mongo: Connection;
databaseForTests("sending", (connection) => {
  mongo = connection;
});

const run = (...args: string[]) =>
  runProgram(command, args, {
    MONGODB_URI: process.env["MONGODB_URI"] ?? "",
    MONGODB_DATABASE: mongo.name,
  });
const sending = async (...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await run(...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout;
};

test("stops all messages, says since when and why, and starts them again", async () => {
  expect(await sending("stop", "number is banned")).toMatch(
    /^Stopped since .*Z: number is banned\.$/mu,
  );
  expect(await sending()).toMatch(/stop sending {2}all messages {2}number is banned/u);
  expect(await sending("start")).toBe("Messages are sent.\n");
}, 120_000);

test.each([
  ["stop", "banned", "--sender=111"],
  ["stpo", "banned"],
])("answers %s %s %s with its usage", async (...args) => {
  expect(await run(...args)).toMatchObject({
    code: 2,
    stderr: 'usage: sending.ts stop "why" | start | status\n',
  });
});
