import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { runningProcess } from "@matinale/dev-services";
import { expect, onTestFinished, test } from "vitest";
import { placesIn } from "../places.ts";
import { entryOf } from "../processes.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { findLostProcesses } from "./lost-processes.ts";

/** A process that seems to run this service and writes into the log of this stack. */
function running(name: "billing" | "content", logs: string) {
  mkdirSync(logs, { recursive: true });
  const log = openSync(join(logs, `${name}.log`), "a");
  const args = ["--eval", "setInterval(() => {}, 1000)", entryOf(name)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", log, log] });
  closeSync(log);
  onTestFinished(() => void child.kill("SIGKILL"));
  return child.pid;
}

test.skipIf(process.platform !== "linux")(
  "finds the services of this stack that lost their pid file, and none of another stack",
  () => {
    const places = placesIn({ RUN_FOLDER: temporaryFolder() });
    const billing = running("billing", places.logs);
    running("content", join(temporaryFolder(), "logs"));
    findLostProcesses(places);
    expect(runningProcess(places.pidFile("billing"))?.pid).toBe(billing);
    expect(runningProcess(places.pidFile("content"))).toBeUndefined();
  },
);
