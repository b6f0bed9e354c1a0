// The process that stays after `up`: starts everything and restarts processes that die.
//   node supervisor.ts       (`up` starts it in its own session and receives its progress as messages)
import { appendFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writePidFile } from "@matinale/dev-services";
import { placesIn } from "../places.ts";
import type { Progress } from "./progress.ts";
import { startStack } from "./stack.ts";
import { chosenPorts } from "../ports/stack-ports.ts";
import { stopEverything } from "./stop-everything.ts";

const { env } = process;
const places = placesIn(env);
mkdirSync(places.logs, { recursive: true });
writePidFile(places.supervisorPid, process.pid);

const log = (line: string) => {
  try {
    appendFileSync(join(places.logs, "supervisor.log"), `${new Date().toISOString()} ${line}\n`);
  } catch {
    // A full disk: to keep the processes running matters more than this line.
  }
};
const report = (progress: Progress) => {
  log(Object.values(progress).join(" "));
  if (process.connected) process.send?.(progress, () => undefined);
};

let stack: Awaited<ReturnType<typeof startStack>> | undefined;
let ending: Promise<never> | undefined;

async function end(code: number): Promise<never> {
  // First: `up` takes a supervisor with a stack file for one that keeps everything running.
  rmSync(places.stackFile, { force: true });
  await (stack ? stack.stop() : stopEverything(places));
  rmSync(places.stackFile, { force: true });
  rmSync(places.supervisorPid, { force: true });
  log("stopped");
  // End installations and builds that still run. They belong to this process group.
  process.on("SIGTERM", () => undefined);
  process.kill(-process.pid, "SIGTERM");
  process.exit(code);
}

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => void (ending ??= end(0)));
}
// `up` was killed before everything ran, so the start is abandoned.
process.on("disconnect", () => {
  if (!stack) ending ??= end(1);
});

try {
  stack = await startStack({
    places,
    ports: chosenPorts(places.portsFile),
    env,
    restart: env["RESTART"] !== "never",
    reload: Boolean(env["RELOAD"]),
    report,
    log,
  });
  report({ kind: "ready" });
} catch (error) {
  report({ kind: "failed", reason: error instanceof Error ? error.message : String(error) });
  ending ??= end(1);
}
