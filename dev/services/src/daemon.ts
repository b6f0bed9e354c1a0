import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { runningProcess, stopByPidFile, writePidFile } from "./pid-file.ts";

export interface DaemonOptions {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly pidFile: string;
  readonly logFile: string;
  /** True once it answers; asked every 50 ms, never after the process has ended. */
  readonly ready: () => Promise<boolean>;
  /** Milliseconds it may take to become ready. */
  readonly patience?: number;
  readonly stopSignal?: NodeJS.Signals;
  /** Runs before each new process, e.g. to remove a lock file that a killed one left. */
  readonly prepare?: () => Promise<void> | void;
}

/** A background process in a session of its own, so that Ctrl-C in the starter's terminal does not reach it. */
export interface Daemon {
  readonly name: string;
  readonly logFile: string;
  readonly pid: number | undefined;
  /** Starts it, or takes over the one that its pid file names, and resolves when it is ready. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

class DaemonFailed extends Error {
  override readonly name = "DaemonFailed";
}

export function createDaemon(options: DaemonOptions): Daemon {
  const { name, pidFile, logFile, ready, patience = 30_000 } = options;
  const pid = () => runningProcess(pidFile)?.pid;
  const stop = () =>
    stopByPidFile(pidFile, options.stopSignal === undefined ? {} : { signal: options.stopSignal });

  return {
    name,
    logFile,
    get pid() {
      return pid();
    },
    stop,
    async start() {
      if (pid() === undefined) {
        await options.prepare?.();
        launch(options);
      }
      const deadline = Date.now() + patience;
      while (!(await ready())) {
        if (pid() === undefined)
          throw new DaemonFailed(`${name} stopped while starting${lastLines(logFile)}`);
        if (Date.now() > deadline) {
          await stop();
          throw new DaemonFailed(
            `${name} did not answer within ${patience / 1000} s${lastLines(logFile)}`,
          );
        }
        await delay(50);
      }
      // An answer may come from a stranger on the same port while ours has given up.
      if (pid() === undefined)
        throw new DaemonFailed(`${name} stopped while starting${lastLines(logFile)}`);
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
      // No such program: the missing pid file tells `start`.
    });
    if (child.pid !== undefined) writePidFile(pidFile, child.pid);
    child.unref();
  } finally {
    closeSync(log);
  }
}

function lastLines(file: string): string {
  try {
    const lines = readFileSync(file, "utf8").trimEnd().split("\n").slice(-6);
    return `. Its log (${file}) ends with:\n  ${lines.join("\n  ")}`;
  } catch {
    return "";
  }
}
