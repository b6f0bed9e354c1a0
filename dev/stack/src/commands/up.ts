import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  cacheFolder,
  pidFilesIn,
  runningProcess,
  stopProcess,
  withInstallationLock,
} from "@matinale/dev-services";
import { outdatedProcesses } from "../code.ts";
import { deliverDemoDigest, demo, signInDemo } from "../demo/demo-account.ts";
import { waitForNews } from "../demo/wait-for-news.ts";
import { runningProcesses, stopServices } from "../supervisor/stop-everything.ts";
import type { Places } from "../places.ts";
import { portOwner } from "../ports/port-owner.ts";
import { processNames } from "../processes.ts";
import { isProgress, printProgress, step } from "../supervisor/progress.ts";
import {
  choosePorts,
  invalidPort,
  PortTaken,
  rememberedPorts,
  rememberPorts,
  runningPorts,
} from "../ports/stack-ports.ts";
import { readStack, type Stack } from "../stack-file.ts";

const noticeAfterMs = 1_000;

/** An error that the developer can solve. It is shown without a stack trace. */
export class CannotStart extends Error {
  override readonly name = "CannotStart";
}

/**
 * Starts all parts of the stack that do not run, restarts those whose code has changed, and delivers a demo digest at the
 * first start. Safe to call at any time.
 */
export async function up(places: Places, env: NodeJS.ProcessEnv): Promise<void> {
  const refusal = invalidPort(env);
  if (refusal !== undefined) throw new CannotStart(refusal);
  mkdirSync(places.folder, { recursive: true });
  // A second `up` at the same time waits here and then finds everything running.
  return withInstallationLock(places.folder, async () => {
    const started = performance.now();
    const running = completeStack(places);
    const isPresent = outdatedProcesses(places).length === 0;
    // Only a supervisor that was started for it reloads code.
    if (running && isPresent && !env["RELOAD"]) {
      process.stdout.write("Matinale is up already, with the present code.\n");
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
    const stack = readStack(places.stackFile);
    if (!stack) throw new CannotStart(`the supervisor did not write ${places.stackFile}`);
    if (!isRepair) await showDemo(stack);
    process.stdout.write(`\nUp in ${((performance.now() - started) / 1000).toFixed(1)} s.\n`);
    printAddresses(stack);
  });
}

/** Starts what does not run, and restarts what runs old code. @returns whether a part of the stack ran already */
async function startRest(places: Places, env: NodeJS.ProcessEnv): Promise<boolean> {
  // Before anything is stopped: what runs keeps its ports, also when its code has changed.
  await assignPorts(places, env);
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
  await stopServices(pidFilesOf(places, outdated));
  await startSupervisor(places, env);
  return isRepair;
}

/** The running stack, or undefined when a part of it does not run. */
function completeStack(places: Places): Stack | undefined {
  const stack = readStack(places.stackFile);
  if (!stack || !runningProcess(places.supervisorPid)) return undefined;
  // A dead process leaves its pid file. A process that was never started has none.
  const services = pidFilesOf(places, processNames);
  return [...services, ...pidFilesIn(places.devServices)].every(runningProcess) ? stack : undefined;
}

const pidFilesOf = ({ pids }: Places, names: readonly string[]): string[] =>
  names.map((name) => join(pids, `${name}.pid`));

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

async function assignPorts(places: Places, env: NodeJS.ProcessEnv): Promise<void> {
  const { portsFile } = places;
  const running = runningPorts(places);
  try {
    rememberPorts(portsFile, await choosePorts(env, rememberedPorts(portsFile), { running }));
  } catch (error) {
    if (!(error instanceof PortTaken)) throw error;
    const owner = portOwner(error.port);
    const holder = owner ? `process ${owner.pid} (${owner.command})` : "a process of another user";
    throw new CannotStart(
      `port ${error.port} is taken by ${holder}. Stop it, or choose another: ${error.variable}=${error.port + 1000} make up`,
    );
  }
}

/** Starts the supervisor and shows its progress until everything runs. */
async function startSupervisor(places: Places, env: NodeJS.ProcessEnv): Promise<void> {
  mkdirSync(places.logs, { recursive: true });
  const output = openSync(join(places.logs, "supervisor.log"), "a");
  const script = fileURLToPath(new URL("../supervisor/supervisor.ts", import.meta.url));
  const supervisor = spawn(process.execPath, [script], {
    env,
    detached: true,
    stdio: ["ignore", output, output, "ipc"],
  });
  closeSync(output);

  let reason = `the supervisor ended, see ${join(places.logs, "supervisor.log")}`;
  const interrupted = () => {
    process.stdout.write("\nStopping everything that was started\n");
    reason = "interrupted, everything is stopped";
    supervisor.kill("SIGTERM");
  };
  process.on("SIGINT", interrupted);
  process.on("SIGTERM", interrupted);
  try {
    await new Promise<void>((resolve, reject) => {
      supervisor.on("message", (message) => {
        if (!isProgress(message)) return;
        printProgress(message);
        if (message.kind === "ready") resolve();
        if (message.kind === "failed") ({ reason } = message);
      });
      // The supervisor exits after it has stopped everything else.
      supervisor.on("exit", () => reject(new CannotStart(reason)));
    });
    supervisor.disconnect();
    supervisor.unref();
  } finally {
    process.off("SIGINT", interrupted);
    process.off("SIGTERM", interrupted);
  }
}

async function showDemo(stack: Stack): Promise<void> {
  await deliverDemo(stack).catch((error: unknown) => {
    throw new CannotStart(`Everything runs, but the demo failed: ${String(error)}\nSee make logs.`);
  });
}

async function deliverDemo({ app, phone, services }: Stack): Promise<void> {
  const { client, isNew } = await step(printProgress, "demo account", () => signInDemo(app));
  const content = services.find(({ name }) => name === "content");
  if (isNew && content) {
    await step(printProgress, "news read", () => waitForNews(content.metricsUrl));
  }
  const { stories, seconds, voiceNotes } = await step(printProgress, "demo digest delivered", () =>
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
