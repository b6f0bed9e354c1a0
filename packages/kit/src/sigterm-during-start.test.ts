import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const service = fileURLToPath(new URL("./testing/slow-service.ts", import.meta.url));

test("finishes the start and then stops in order when SIGTERM arrives during the start", async () => {
  const child = spawn(process.execPath, [service], { stdio: ["pipe", "pipe", "inherit"] });
  const printed: string[] = [];
  const ended = once(child, "exit");
  for await (const line of createInterface(child.stdout)) {
    printed.push(line);
    if (line === "relay is starting") child.kill("SIGTERM");
    if (line === "SIGTERM received") child.stdin.end("continue\n");
  }
  expect(await ended).toEqual([0, null]);
  expect(printed).toEqual([
    "relay is starting",
    "SIGTERM received",
    "relay has started",
    "relay has stopped",
  ]);
});
