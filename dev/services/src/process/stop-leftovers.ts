import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { removeArguments } from "../docker/containers.ts";
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
  for (const container of containersIn(folder)) await docker(...removeArguments(container));
}

/** Removes the Docker volumes of the containers recorded in this folder. */
export async function forgetDevServicesIn(folder: string): Promise<void> {
  for (const container of containersIn(folder)) await docker("volume", "rm", "--force", container);
}

/** The pid files in a folder and in its direct sub-folders. Deeper folders hold only data. */
export const pidFilesIn = (folder: string): string[] =>
  filesIn(folder).filter((file) => /[/.]pid$/.test(file));

const containersIn = (folder: string): string[] =>
  filesIn(folder)
    .filter((file) => file.endsWith("/container"))
    .map((file) => readFileSync(file, "utf8"));

function filesIn(folder: string, depth = 2): string[] {
  if (depth === 0 || !existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path, depth - 1) : [path];
  });
}

async function docker(...args: string[]): Promise<void> {
  await runCommand("docker", args).catch(() => undefined); // The container is gone, or Docker is.
}
