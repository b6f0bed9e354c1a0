import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Config } from "../config.ts";
import { leases, type Leases } from "../domain/delivery/leases.ts";
import type { CrashPoint } from "./crash-points.ts";

/** Where and how a service process is stopped. */
interface FailurePlan {
  /** The point at which it stops; without it the process runs normally. */
  point?: CrashPoint;
  signal: "SIGKILL" | "SIGSTOP";
  leases: Leases;
  /** How far its clock is ahead. Milliseconds. */
  clockMs: number;
  reachedLine: string;
}

const reachedLine = '{"msg":"the point is reached"}\n';

export const readFailurePlan = (argument = "{}"): FailurePlan => ({
  signal: "SIGKILL",
  leases,
  clockMs: 0,
  reachedLine,
  ...(JSON.parse(argument) as Partial<FailurePlan>),
});

const entry = fileURLToPath(new URL("./crash-worker-main.ts", import.meta.url));
/** Cache of compiled code: it halves the time of the next start. */
const compiled = join(process.env["MATINALE_CACHE"] ?? tmpdir(), "compiled");

export interface CrashWorker {
  process: ChildProcess;
  ready: Promise<string>;
  /** Resolves when it has reached its crash point. */
  reached: Promise<void>;
  /** Resolves with the signal or the exit code with which it ended. */
  ended: Promise<string | number | null>;
}

/** The variables that a configuration was read from. The owner’s file is the default one. */
const envOf = (config: Config) =>
  Object.fromEntries(
    Object.entries(config)
      .filter(([name]) => name !== "PRODUCT_FILE")
      .map(([name, value]) => [name, Array.isArray(value) ? value.join(",") : String(value)]),
  );

export function startCrashWorker(
  config: Config,
  plan: Partial<Omit<FailurePlan, "reachedLine">>,
): CrashWorker {
  const child = spawn(process.execPath, ["--max-semi-space-size=32", entry, JSON.stringify(plan)], {
    env: {
      ...envOf(config),
      LOG_LEVEL: "info",
      NODE_COMPILE_CACHE: compiled,
      PATH: process.env["PATH"] ?? "",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit").then(([code, signal]) => (signal ?? code) as string | number);
  const lines = createInterface({ input: child.stdout });
  const reached = Promise.withResolvers<void>();
  const serving = Promise.withResolvers<string>();
  lines.on("line", (line) => {
    const { level, msg, port } = JSON.parse(line) as {
      level?: string;
      msg?: string;
      port?: number;
    };
    if (level === "error" || level === "fatal") process.stderr.write(`${line}\n`);
    if (`${line}\n` === reachedLine) reached.resolve();
    if (msg === "service is ready") serving.resolve(`http://127.0.0.1:${port}`);
  });
  return { process: child, ready: serving.promise, reached: reached.promise, ended };
}
