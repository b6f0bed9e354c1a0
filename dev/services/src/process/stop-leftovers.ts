import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { stopByPidFile } from "./pid-file.ts";
import { runCommand } from "./run-command.ts";

/**
 * Stops every process with a pid file in this folder, and every container recorded there.
 *
 * SIGINT makes each of them shut down gracefully and soon. On SIGTERM, PostgreSQL would wait for its clients.
 */
export async function stopDevServicesIn(folder: string): Promise<void> {
  // Sorted: "gateway.pid" comes before "postgres.pid", and the gateway must stop first.
  const byService = Map.groupBy(pidFilesIn(folder).toSorted(), dirname);
  await Promise.all(
    [...byService.values()].map(async (group) => {
      for (const file of group) await stopByPidFile(file, { signal: "SIGINT" });
    }),
  );
  for (const container of containersIn(folder)) await docker("rm", "--force", container);
}

/** Removes the Docker volumes of the containers recorded in this folder. */
export async function forgetDevServicesIn(folder: string): Promise<void> {
  for (const container of containersIn(folder)) await docker("volume", "rm", "--force", container);
}

/** The pid files in a folder and in its direct sub-folders. Deeper folders hold only data. */
export const pidFilesIn = (folder: string): string[] =>
  globSync("{,*/}{pid,*.pid}", { cwd: folder }).map((file) => join(folder, file));

const containersIn = (folder: string): string[] =>
  globSync("{,*/}container", { cwd: folder }).map((file) =>
    readFileSync(join(folder, file), "utf8"),
  );

async function docker(...args: string[]): Promise<void> {
  await runCommand("docker", args).catch(() => undefined); // The container is gone, or Docker is.
}
