import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const service = fileURLToPath(new URL("./testing/slow-service.ts", import.meta.url));

test("finishes starting and then stops in order when SIGTERM comes during the start", async () => {
  const child = spawn(process.execPath, [service], { stdio: ["pipe", "pipe", "inherit"] });
  const said: string[] = [];
  const ended = once(child, "exit");
  for await (const line of createInterface(child.stdout)) {
    said.push(line);
    if (line === "relay is starting") child.kill("SIGTERM");
    if (line === "SIGTERM received") child.stdin.end("continue\n");
  }
  expect(await ended).toEqual([0, null]);
  expect(said).toEqual([
    "relay is starting",
    "SIGTERM received",
    "relay has started",
    "relay has stopped",
  ]);
});
