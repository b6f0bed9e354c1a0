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
    WHATSAPP_PHONE_NUMBER_ID: "111",
  });
const sending = async (...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await run(...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout;
};

test("says when a sender that was stopped is not the sender of the pod", async () => {
  expect(await sending("stop", "banned", "--sender", "33700000000")).toContain(
    "sender 33700000000 (this pod sends as 111): banned.",
  );
  await sending("start", "--sender", "33700000000");
  expect(await sending("stop", "banned", "--sender", "111")).toContain("sender 111: banned.");
  expect(await sending("start")).toContain("sender 111: banned.");
  expect(await sending("start", "--sender", "111")).toContain("Messages are sent.");
  expect(await sending("status")).toMatch(/stop sending {2}33700000000 {2}banned/u);
}, 120_000);

test.each([
  ["stop", "banned", "--sendr=111"],
  ["stop", "banned", "--sender"],
  ["stpo", "banned", "--sender=111"],
])("answers %s %s %s with its usage", async (...args) => {
  expect(await run(...args)).toMatchObject({
    code: 2,
    stderr: 'usage: sending.ts stop "why" | start | status [--sender <id>]\n',
  });
});
