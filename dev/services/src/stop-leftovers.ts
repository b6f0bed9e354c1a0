import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { stopByPidFile } from "./pid-file.ts";
import { runCommand } from "./run-command.ts";

/**
 * Stops every backing process whose pid file lies in a backing's folder, whoever started it.
 *
 * SIGINT is what all of them take for "end soon and in good order": PostgreSQL would wait for its clients on SIGTERM.
 */
export async function stopDevServicesIn(folder: string): Promise<void> {
  // "gateway.pid" comes before "postgres.pid", which is the order in which they should end.
  const byService = Map.groupBy(pidFilesIn(folder).toSorted(), dirname);
  await Promise.all(
    [...byService.values()].map(async (group) => {
      for (const file of group) await stopByPidFile(file, { signal: "SIGINT" });
    }),
  );
  for (const container of containersIn(folder)) await docker("rm", "--force", container);
}

/** Removes what a stopped backing keeps outside its folder: the volumes of its containers. */
export async function forgetDevServicesIn(folder: string): Promise<void> {
  for (const container of containersIn(folder)) await docker("volume", "rm", "--force", container);
}

/** The pid files in a folder and in the folders right below it: further down there is only data. */
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
  await runCommand("docker", args).catch(() => undefined); // gone already, or Docker is
}
