import { existsSync, readdirSync, rmSync } from "node:fs";
import {
  forgetDevServicesIn,
  runningProcess,
  stopProcess,
  withInstallationLock,
} from "@matinale/dev-services";
import { findLostProcesses } from "../supervisor/lost-processes.ts";
import { runningProcesses, stopEverything } from "../supervisor/stop-everything.ts";
import type { Places } from "../places.ts";

/** Stops every process. Stored data stays for the next start. */
export async function down(places: Places): Promise<void> {
  findLostProcesses(places);
  const supervisor = runningProcess(places.supervisorPid);
  const wasRunning = supervisor !== undefined || runningProcesses(places).length > 0;
  if (supervisor) await stopProcess(supervisor, { killAfterMs: 60_000 });
  await stopEverything(places);
  rmSync(places.stackFile, { force: true });
  rmSync(places.supervisorPid, { force: true });
  process.stdout.write(wasRunning ? "Matinale is down.\n" : "Matinale was not running.\n");
}

/** Stops everything and deletes data, logs, ports and secrets. Other files stay: RUN_FOLDER may be any folder. */
export async function reset(places: Places): Promise<void> {
  await down(places);
  await withInstallationLock(places.folder, async () => {
    await forgetDevServicesIn(places.devServices);
    const { folder, pidFile: _, ...own } = places;
    for (const path of Object.values(own)) rmSync(path, { recursive: true, force: true });
    if (existsSync(folder) && readdirSync(folder).length === 0) rmSync(folder, { recursive: true });
  });
  process.stdout.write("All data is deleted. The next make up starts from nothing.\n");
}
