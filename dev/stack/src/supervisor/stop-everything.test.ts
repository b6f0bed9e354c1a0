import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { runningProcess, writePidFile } from "@matinale/dev-services";
import { expect, onTestFinished, test } from "vitest";
import { placesIn } from "../places.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { stopEverything } from "./stop-everything.ts";

function runningProgram(): number {
  const child = spawn("sleep", ["60"], { stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child.pid ?? 0;
}

test("stops a process, too, that an interrupted start begins in the meantime", async () => {
  const places = placesIn({ RUN_FOLDER: temporaryFolder() });
  mkdirSync(places.pids);
  writePidFile(places.pidFile("identity"), runningProgram());
  const stopping = stopEverything(places);
  writePidFile(places.pidFile("billing"), runningProgram());
  await stopping;
  expect(runningProcess(places.pidFile("identity"))).toBeUndefined();
  expect(runningProcess(places.pidFile("billing"))).toBeUndefined();
});
