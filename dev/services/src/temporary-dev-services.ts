import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startDevServices, type DevServices } from "./dev-services.ts";

/**
 * Starts Kafka, MongoDB and Redis in a new folder and on free ports, except those that the environment names. They
 * end when `stop` is called or their scope ends, and also when this process is killed before it can stop them.
 *
 * @param purpose  part of the folder's name
 */
export async function startTemporaryDevServices(
  purpose: string,
  log?: (line: string) => void,
): Promise<DevServices & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), `matinale-${purpose}-`));
  const reaper = startOrphanReaper(folder);
  const services = await startDevServices(log ? { folder, log } : { folder });
  const stop = async () => {
    await services.stop();
    await rm(folder, { recursive: true, force: true });
    reaper.dismiss();
  };
  return { ...services, stop, [Symbol.asyncDispose]: stop };
}

/**
 * Starts a process that outlives this one and removes what it leaves behind when it is killed. The reaper's
 * standard input ends when this process ends.
 */
function startOrphanReaper(folder: string): { dismiss(): void } {
  const script = fileURLToPath(new URL("./process/orphan-reaper.ts", import.meta.url));
  const child = spawn(process.execPath, [script, folder], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  child.unref();
  // Neither the process nor the pipe to it keeps this one alive.
  if (child.stdin && "unref" in child.stdin && typeof child.stdin.unref === "function")
    child.stdin.unref();
  return {
    dismiss() {
      child.stdin?.end("done\n");
    },
  };
}
