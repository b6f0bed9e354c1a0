import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { readText } from "./read-text.ts";
import { runningProcess, send, stopByPidFile, writePidFile } from "./pid-file.ts";

export interface DaemonOptions {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly pidFile: string;
  readonly logFile: string;
  /** True once the process serves requests. Called every 50 ms until then or until the process ends. */
  readonly ready: () => Promise<boolean>;
  /** The start fails after this time, in ms. Default: 30 s. */
  readonly startTimeoutMs?: number;
  readonly stopSignal?: NodeJS.Signals;
  /** Runs before each new process, e.g. to remove a lock file that a killed one left. */
  readonly prepare?: () => Promise<void> | void;
}

export type Daemon = ReturnType<typeof createDaemon>;

/** A background process in its own session: Ctrl-C in the terminal that started it does not reach it. */
export function createDaemon(options: DaemonOptions) {
  const { name, pidFile, logFile, ready, startTimeoutMs = 30_000 } = options;
  const pid = () => runningProcess(pidFile)?.pid;
  const { stopSignal: signal = "SIGTERM" } = options;
  const stop = () => stopByPidFile(pidFile, { signal });

  return {
    name,
    logFile,
    get pid() {
      return pid();
    },
    stop,
    /** Starts the process, unless the one in the pid file still runs. Resolves when the process is ready. */
    async start(): Promise<void> {
      if (pid() === undefined) {
        await options.prepare?.();
        if (await ready())
          throw new Error(`another server responds in place of ${name}: its port is taken`);
        launch(options);
      }
      const deadline = Date.now() + startTimeoutMs;
      for (;;) {
        const isReady = await ready();
        // Another process on the same port may have responded while ours failed.
        if (pid() === undefined)
          throw new Error(`${name} stopped while starting${lastLines(logFile)}`);
        if (isReady) return;
        if (Date.now() > deadline) {
          await stop();
          throw new Error(
            `${name} did not respond within ${startTimeoutMs / 1000} s${lastLines(logFile)}`,
          );
        }
        await delay(50);
      }
    },
  };
}

function launch({ command, args, env, cwd, logFile, pidFile }: DaemonOptions): void {
  mkdirSync(dirname(logFile), { recursive: true });
  mkdirSync(dirname(pidFile), { recursive: true });
  const log = openSync(logFile, "a");
  try {
    const child = spawn(command, args, {
      cwd,
      env: env ?? process.env,
      detached: true,
      stdio: ["ignore", log, log],
    });
    child.on("error", () => {
      // The program does not exist. `start` notices that there is no pid file.
    });
    child.unref();
    if (child.pid !== undefined) recordPid(pidFile, child.pid);
  } finally {
    closeSync(log);
  }
}

/** Without its pid file, nothing could find and stop the process later. @throws Error  when the disk is full */
function recordPid(pidFile: string, pid: number): void {
  try {
    writePidFile(pidFile, pid);
  } catch (error) {
    send(-pid, "SIGKILL");
    throw error;
  }
}

function lastLines(file: string): string {
  const lines = readText(file)?.trimEnd().split("\n").slice(-6);
  return lines ? `. Its log (${file}) ends with:\n  ${lines.join("\n  ")}` : "";
}
