import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "./ports.ts";

const otherProcess = `
  import { freePort } from ${JSON.stringify(import.meta.resolve("./ports.ts"))};
  process.stdin.resume();
  process.stdout.write(String(await freePort()));
`;

test("gives no port that another process was given, although nothing listens on it yet", async () => {
  const other = spawn(process.execPath, ["--input-type=module", "--eval", otherProcess], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void other.kill());
  const [printed] = (await once(other.stdout, "data")) as [Buffer];
  const taken = Number(printed);
  let next = taken;
  expect(await freePort(new Set(), () => next++)).toBeGreaterThan(taken);
});
