import { fileURLToPath } from "node:url";
import { runProgram } from "@matinale/kit/testing";
import { expect, test } from "vitest";

const env = { MONGODB_URI: "mongodb://127.0.0.1:1", MONGODB_DATABASE: "matinale_content" };
const run = (name: string, ...args: string[]) =>
  runProgram(fileURLToPath(new URL(`${name}.ts`, import.meta.url)), args, env);

test.each([["--deadline=soon"], ["--deadline=0"], ["--unknown"], ["feeds.json"], ["--file"]])(
  "check-feeds answers %s with its usage",
  async (argument) => {
    expect(await run("check-feeds", argument)).toEqual({
      code: 2,
      stdout: "",
      stderr:
        "usage: check-feeds.ts [--file <file or web address>] [--allow <host:port>]… [--deadline <milliseconds>]\n",
    });
  },
);

test.each(["off", "pause"])("feeds answers “%s” with its usage", async (command) => {
  expect(await run("feeds", command)).toEqual({
    code: 2,
    stdout: "",
    stderr: "usage: feeds.ts off <feed> | on <feed> | status\n",
  });
});

test("a command says in one line that MongoDB is away", async () => {
  expect(await run("feeds", "status")).toEqual({
    code: 1,
    stdout: "",
    stderr:
      "MongoDB cannot be used (connect ECONNREFUSED 127.0.0.1:1): start it or correct MONGODB_URI\n",
  });
});
