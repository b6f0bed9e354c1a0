import { fileURLToPath } from "node:url";
import { runProgram } from "@matinale/kit/testing";
import { startForTests } from "@matinale/kit/vitest";
import { expect, test } from "vitest";
import { ada, startIdentity, type TestIdentity } from "../testing/harness.ts";

let identity: TestIdentity;
startForTests(startIdentity, (started) => (identity = started));

const command = fileURLToPath(new URL("user-id.ts", import.meta.url));
const run = (...args: string[]) =>
  runProgram(command, args, {
    MONGODB_URI: process.env["MONGODB_URI"] ?? "",
    MONGODB_DATABASE: identity.users.model.db.name,
  });

test("prints the id of the account with an e-mail address, and nothing else of it", async () => {
  const id = await identity.signUpAlone(ada);
  expect(await run("ADA@example.com")).toEqual({ code: 0, stdout: `${id}\n`, stderr: "" });
  const stderr = "no account has this e-mail address\n";
  expect(await run("grace@example.com")).toEqual({ code: 1, stdout: "", stderr });
  expect(await run()).toMatchObject({ code: 2, stderr: "usage: user-id.ts <e-mail address>\n" });
});
