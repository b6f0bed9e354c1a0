import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startBacking, type Backing } from "./backing.ts";

/**
 * Kafka, MongoDB and Redis in a folder and on ports of their own, unless the environment names them. They are gone
 * when they are stopped, and also when this process is killed before it can stop them.
 *
 * @param purpose  part of the folder's name
 */
export async function startTemporaryBacking(
  purpose: string,
  log?: (line: string) => void,
): Promise<Backing> {
  const folder = await mkdtemp(join(tmpdir(), `matinale-${purpose}-`));
  const caretaker = startCaretaker(folder);
  const backing = await startBacking(log ? { folder, log } : { folder });
  return {
    ...backing,
    stop: async () => {
      await backing.stop();
      await rm(folder, { recursive: true, force: true });
      caretaker.dismiss();
    },
  };
}

/**
 * A process that outlives this one and cleans up after it, should it be killed before it can do so itself: the
 * caretaker's standard input ends when we do.
 */
function startCaretaker(folder: string): { dismiss(): void } {
  const script = fileURLToPath(new URL("./caretaker.ts", import.meta.url));
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
