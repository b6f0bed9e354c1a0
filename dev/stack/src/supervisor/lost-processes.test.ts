import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runningProcess, writePidFile } from "@matinale/dev-services";
import { describe, expect, onTestFinished, test } from "vitest";
import { placesIn } from "../places.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { findLostProcesses } from "./lost-processes.ts";
import { runningProcesses } from "./stop-everything.ts";

/** A process that writes into this log. @param detached  in a session of its own, as the stack starts them */
function running(logs: string, name: string, detached = true): number {
  mkdirSync(logs, { recursive: true });
  const log = openSync(join(logs, `${name}.log`), "a");
  const child = spawn("sleep", ["60"], { detached, stdio: ["ignore", log, log] });
  closeSync(log);
  onTestFinished(() => void child.kill("SIGKILL"));
  return child.pid ?? 0;
}

describe.skipIf(process.platform !== "linux")("findLostProcesses", () => {
  test("finds the processes of this stack that lost their pid file, and none of another stack", () => {
    const places = placesIn({ RUN_FOLDER: temporaryFolder() });
    const billing = running(places.logs, "billing");
    running(join(temporaryFolder(), "logs"), "content");
    findLostProcesses(places);
    expect(runningProcess(places.pidFile("billing"))?.pid).toBe(billing);
    expect(runningProcess(places.pidFile("content"))).toBeUndefined();
  });

  test("finds all of them after the whole folder was deleted, also Redis", () => {
    const places = placesIn({ RUN_FOLDER: temporaryFolder() });
    const all = [
      running(places.logs, "supervisor"),
      running(places.logs, "billing"),
      running(join(places.devServices, "logs"), "redis"),
    ];
    rmSync(places.folder, { recursive: true });
    findLostProcesses(places);
    const found = [runningProcess(places.supervisorPid), ...runningProcesses(places)];
    expect(found.map((each) => each?.pid)).toEqual(all);
  });

  test("finds one that was replaced meanwhile", () => {
    const places = placesIn({ RUN_FOLDER: temporaryFolder() });
    const lost = running(places.logs, "billing");
    rmSync(places.folder, { recursive: true });
    mkdirSync(places.pids, { recursive: true });
    const other = running(places.logs, "billing");
    writePidFile(places.pidFile("billing"), other);
    findLostProcesses(places);
    expect(runningProcess(places.pidFile("billing"))?.pid).toBe(other);
    const pids = runningProcesses(places).map((each) => each.pid);
    expect(pids.toSorted()).toEqual([lost, other].toSorted());
  });

  test("takes no child process for the process that has started it", () => {
    const places = placesIn({ RUN_FOLDER: temporaryFolder() });
    const logs = join(places.devServices, "logs");
    mkdirSync(join(places.devServices, "documentdb"), { recursive: true });
    writePidFile(join(places.devServices, "documentdb/postgres.pid"), running(logs, "postgres"));
    running(logs, "postgres");
    running(places.logs, "content", false);
    findLostProcesses(places);
    expect(runningProcesses(places)).toHaveLength(1);
  });
});
