// The process that stays after `up`: starts everything, then starts again whatever dies.
//   node supervisor.ts       (by `up`, in a session of its own; reports to it by messages while it listens)
import { appendFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writePidFile } from "@matinale/dev-services";
import { placesIn } from "./places.ts";
import type { Progress } from "./progress.ts";
import { startStack } from "./stack.ts";
import type { RunningStack } from "./stack.ts";
import { chosenPorts } from "./stack-ports.ts";
import { stopEverything } from "./leftovers.ts";

const { env } = process;
const places = placesIn(env);
mkdirSync(places.logs, { recursive: true });
writePidFile(places.supervisorPid, process.pid);

const log = (line: string) =>
  appendFileSync(join(places.logs, "supervisor.log"), `${new Date().toISOString()} ${line}\n`);
const report = (progress: Progress) => {
  log(Object.values(progress).join(" "));
  if (process.connected) process.send?.(progress, () => undefined);
};

let stack: RunningStack | undefined;
let ending: Promise<never> | undefined;

async function end(code: number): Promise<never> {
  await (stack ? stack.stop() : stopEverything(places));
  rmSync(places.stackFile, { force: true });
  rmSync(places.supervisorPid, { force: true });
  log("stopped");
  // What was being installed or built for us ends with us: it shares our process group.
  process.on("SIGTERM", () => undefined);
  process.kill(-process.pid, "SIGTERM");
  process.exit(code);
}

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => void (ending ??= end(0)));
}
// `up` was killed before everything ran: nobody waits for it any more.
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
