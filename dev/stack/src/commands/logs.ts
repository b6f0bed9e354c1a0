import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { once } from "node:events";
import { join } from "node:path";
import type { Places } from "../places.ts";
import { signals } from "./up.ts";

/** Shows the last lines of the logs and follows them until Ctrl-C. Without names: all logs. */
export async function logs(places: Places, names: readonly string[]): Promise<void> {
  const folders = [places.logs, join(places.devServices, "logs")].filter(existsSync);
  const files = folders.flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)));
  const chosen = files.filter(
    (file) => names.length === 0 || names.some((name) => file.endsWith(`/${name}.log`)),
  );
  if (chosen.length === 0) {
    process.stdout.write("There are no such logs. Start Matinale with make up.\n");
    process.exitCode = 1;
    return;
  }
  const tail = spawn("tail", ["-n", "20", "-F", ...chosen], { stdio: "inherit" });
  for (const signal of signals) process.on(signal, () => tail.kill());
  await once(tail, "exit");
}
