// The process that stays after `up`: restarts processes that die, and with RELOAD those whose code changes.
//   node supervisor.ts       (`up` starts it in its own session, its output is supervisor.log)
import { rmSync } from "node:fs";
import { setInterval as every } from "node:timers/promises";
import { placesIn } from "../places.ts";
import { keepRunning, stopDuring } from "./keep-running.ts";
import { reloadChanged } from "./reload.ts";
import { startStack } from "./stack.ts";
import { stopEverything } from "./stop-everything.ts";
import { prepareWeb } from "../web-build.ts";

const { env } = process;
const places = placesIn(env);
/** Between two looks for changed code. */
const reloadEveryMs = 500;

// A full disk: to keep the processes running matters more than the log.
process.stdout.on("error", () => undefined);
const log = (line: string): void =>
  void process.stdout.write(`${new Date().toISOString()} ${line}\n`);

let watch: ReturnType<typeof keepRunning> | undefined;
let ending: Promise<never> | undefined;

async function end(): Promise<never> {
  // First: `up` takes a supervisor with a stack file for one that keeps everything running.
  rmSync(places.stackFile, { force: true });
  const stop = () => stopEverything(places);
  await (watch ? watch.end(stop) : stopDuring(starting, stop));
  rmSync(places.stackFile, { force: true });
  rmSync(places.supervisorPid, { force: true });
  log("stopped");
  // End a build that still runs. It belongs to this process group.
  process.kill(-process.pid, "SIGTERM");
  process.exit(0);
}

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => void (ending ??= end()));
}

const starting = startStack(places, env);
const { members, writeStackFile } = await starting.catch((error: unknown) => {
  if (ending !== undefined) return ending;
  throw error;
});
// after a signal during the start, the stack is no running one
if (ending !== undefined) await ending;
writeStackFile();
const restarted = env["RESTART"] === "never" ? [] : members;
watch = keepRunning(restarted, { log, onRestart: writeStackFile });
log("watching all processes");
if (env["RELOAD"]) {
  const reload = reloadChanged(places, members, () => prepareWeb(places, env), log);
  for await (const _ of every(reloadEveryMs)) {
    await reload().catch((error: unknown) => log(`reloading failed: ${String(error)}`));
  }
}
