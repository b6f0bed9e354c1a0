import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startBacking } from "./backing.ts";

/**
 * Vitest's global setup for integration tests: Kafka, MongoDB and Redis of their own, in a folder and on ports of
 * their own, named by the variables that the services read. What those variables already name is used instead.
 */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "matinale-test-"));
  const caretaker = startCaretaker(folder);
  const backing = await startBacking({ folder, log: (line) => process.stderr.write(`${line}\n`) });
  const { kafka, mongodb, redis } = backing;
  process.env["KAFKA_BROKERS"] = kafka.url;
  process.env["MONGODB_URI"] = mongodb.url;
  process.env["REDIS_URL"] = redis.url;
  return async () => {
    await backing.stop();
    await rm(folder, { recursive: true, force: true });
    caretaker.dismiss();
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
  // Neither the process nor the pipe to it keeps the test run alive.
  if (child.stdin && "unref" in child.stdin && typeof child.stdin.unref === "function")
    child.stdin.unref();
  return {
    dismiss() {
      child.stdin?.end("done\n");
    },
  };
}
