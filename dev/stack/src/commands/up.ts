import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  cacheFolder,
  createDaemon,
  pidFilesIn,
  runningProcess,
  stopProcess,
  withInstallationLock,
} from "@matinale/dev-services";
import { CannotStart } from "../cannot-start.ts";
import { outdatedProcesses } from "../code.ts";
import { deliverDemoDigest, demo, signInDemo } from "../demo/demo-account.ts";
import { waitForNews } from "../demo/wait-for-news.ts";
import { down } from "./down.ts";
import { isChannelSimulated } from "../environment.ts";
import { findLostProcesses, supervisorEntry } from "../supervisor/lost-processes.ts";
import { runningProcesses, stopEverything, stopServices } from "../supervisor/stop-everything.ts";
import type { Places } from "../places.ts";
import { processNames } from "../processes.ts";
import { printNote, step } from "../supervisor/progress.ts";
import { startStack } from "../supervisor/stack.ts";
import {
  checkRequestedPorts,
  choosePorts,
  rememberedPorts,
  rememberPorts,
  runningPorts,
  unmetRequests,
} from "../ports/stack-ports.ts";
import { readStack, type Stack } from "../stack-file.ts";

const noticeAfterMs = 1_000;
export const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Starts all parts of the stack that do not run, restarts those whose code has changed, and delivers a demo digest at the
 * first start. Safe to call at any time.
 *
 * @param onRunning  called when everything runs, before the demo
 */
export async function up(
  places: Places,
  env: NodeJS.ProcessEnv,
  onRunning?: () => void,
): Promise<void> {
  checkRequestedPorts(env);
  mkdirSync(places.folder, { recursive: true });
  // A second `up` at the same time waits here and then finds everything running.
  return withInstallationLock(places.folder, async () => {
    const started = performance.now();
    findLostProcesses(places);
    // the folder was deleted, and with it the ports and the data of what still runs
    if (!existsSync(places.portsFile) && runningProcesses(places).length > 0) await down(places);
    const running = completeStack(places);
    const isPresent = outdatedProcesses(places).length === 0;
    // Only a supervisor that was started for it reloads code.
    if (running && isPresent && !env["RELOAD"]) {
      process.stdout.write("Matinale is up already, with the present code.\n");
      for (const request of unmetRequests(env, running)) {
        process.stdout.write(`It keeps its ports: run make down first for ${request}.\n`);
      }
      printAddresses(running);
      return;
    }
    // One start on this machine at a time: a second clone could be given ports that this one has not bound yet.
    const waits = setTimeout(() => {
      process.stdout.write(
        "Waiting until another make up on this machine has started everything\n",
      );
    }, noticeAfterMs);
    const isRepair = await withInstallationLock(cacheFolder(env), () => {
      clearTimeout(waits);
      return startRest(places, env);
    });
    onRunning?.();
    const stack = readStack(places.stackFile);
    if (!stack) throw new CannotStart(`there is no ${places.stackFile}`);
    if (!isRepair) await deliverDemo(stack, env).catch(demoFailed);
    process.stdout.write(`\nUp in ${((performance.now() - started) / 1000).toFixed(1)} s.\n`);
    printAddresses(stack);
  });
}

/** Starts what does not run, and restarts what runs old code. @returns whether a part of the stack ran already */
async function startRest(places: Places, env: NodeJS.ProcessEnv): Promise<boolean> {
  // Before anything is stopped: what runs keeps its ports, also when its code has changed.
  const running = runningPorts(places);
  const { portsFile } = places;
  rememberPorts(portsFile, await choosePorts(env, rememberedPorts(portsFile), { running }));
  await endSupervisor(places);
  const isRepair = runningProcesses(places).length > 0;
  const outdated = outdatedProcesses(places);
  if (outdated.length > 0) {
    process.stdout.write(`The code has changed: restarting ${outdated.join(", ")}\n`);
  } else {
    process.stdout.write(
      isRepair ? "Part of Matinale is running: starting the rest\n" : "Starting Matinale\n",
    );
  }
  if (!isRepair) rmSync(places.logs, { recursive: true, force: true });
  await stopServices(outdated.map(places.pidFile));
  await startAll(places, env);
  await startSupervisor(places, env);
  return isRepair;
}

/** The running stack, or undefined when a part of it does not run. */
function completeStack(places: Places): Stack | undefined {
  const stack = readStack(places.stackFile);
  if (!stack || !runningProcess(places.supervisorPid)) return undefined;
  // A dead process leaves its pid file. A process that was never started has none.
  const services = processNames.map(places.pidFile);
  return [...services, ...pidFilesIn(places.devServices)].every(runningProcess) ? stack : undefined;
}

/** Ends the supervisor of an incomplete stack. Running processes continue; the next supervisor adopts them. */
async function endSupervisor(places: Places): Promise<void> {
  const supervisor = runningProcess(places.supervisorPid);
  if (supervisor) {
    const isStopping = readStack(places.stackFile) === undefined;
    await stopProcess(supervisor, {
      signal: isStopping ? "SIGTERM" : "SIGKILL",
      killAfterMs: 60_000,
    });
  }
}

/** Starts everything, until a signal. After that or a failure, everything is stopped. */
async function startAll(places: Places, env: NodeJS.ProcessEnv): Promise<void> {
  const { promise: interruption, reject } = Promise.withResolvers<never>();
  const interrupt = () => reject(new Error("interrupted, everything is stopped"));
  for (const signal of signals) process.on(signal, interrupt);
  try {
    await Promise.race([startStack(places, env), interruption]);
  } catch (error) {
    process.stdout.write("\nStopping everything that was started\n");
    await stopEverything(places);
    throw new CannotStart(error instanceof Error ? error.message : String(error));
  } finally {
    for (const signal of signals) process.off(signal, interrupt);
  }
}

/** Starts the process that stays, and waits until it watches all others: it writes the stack file then. */
async function startSupervisor(places: Places, env: NodeJS.ProcessEnv): Promise<void> {
  rmSync(places.stackFile, { force: true });
  const supervisor = createDaemon({
    name: "supervisor",
    command: process.execPath,
    args: [supervisorEntry],
    env,
    pidFile: places.supervisorPid,
    logFile: join(places.logs, "supervisor.log"),
    ready: async () => readStack(places.stackFile) !== undefined,
  });
  await supervisor.start();
}

function demoFailed(error: unknown): never {
  throw new CannotStart(`Everything runs, but the demo failed: ${String(error)}\nSee make logs.`);
}

async function deliverDemo({ app, phone, services }: Stack, env: NodeJS.ProcessEnv): Promise<void> {
  const { client, isNew } = await step("demo account", () => signInDemo(app));
  if (!isChannelSimulated(env)) {
    printNote("no demo digest: messages go to WhatsApp itself, and the demo phone is simulated");
    return;
  }
  const content = services.find(({ name }) => name === "content");
  if (isNew && content) {
    await step("news read", () => waitForNews(content.metricsUrl));
  }
  const { stories, seconds, voiceNotes } = await step("demo digest delivered", () =>
    deliverDemoDigest(client, phone),
  );
  const notes = voiceNotes === 1 ? "one voice note" : `${voiceNotes} voice notes`;
  process.stdout.write(
    `\nOn the demo phone: a digest of ${stories} stories, with ${seconds.toFixed(0)} seconds of sound in ${notes}.\n`,
  );
}

export function printAddresses({ app, phone }: Stack): void {
  process.stdout.write(`
  App     ${app}     log in as ${demo.email}, password ${demo.password}
  Phone   ${phone}     ${demo.phone}

  make status, make logs, make down
`);
}
