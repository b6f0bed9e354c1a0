import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { stopByPidFile } from "./pid-file.ts";

/**
 * Stops every backing process whose pid file lies in a backing's folder, whoever started it.
 *
 * SIGINT is what all of them take for "end soon and in good order": PostgreSQL would wait for its clients on SIGTERM.
 */
export async function stopBackingIn(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const entries = await readdir(folder, { recursive: true });
  // "gateway.pid" comes before "postgres.pid", which is the order in which they should end.
  const files = entries.filter((name) => /(^|[/.])pid$/.test(name)).toSorted();
  const byService = Map.groupBy(files, (file) => file.split("/")[0]);
  await Promise.all(
    [...byService.values()].map(async (group) => {
      for (const file of group) await stopByPidFile(join(folder, file), { signal: "SIGINT" });
    }),
  );
}
