import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { Built } from "./dockerfile-runner.ts";

const patienceMs = 90_000;

const confession = "keeps the stripper of types in memory";
const onExit = `process.on("exit", () => process.moduleLoadList.some((name) => name.includes("amaro")) && console.error("${confession}"))`;

/** Lets a program say at its end that Node's stripper of types was loaded, which costs each process 20 MB. */
export const keepsStripper = {
  env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(onExit)}` },
  says: confession,
};

interface Running {
  readonly env: Readonly<Record<string, string>>;
  readonly url: string;
  /** What there is to look at meanwhile. @returns complaints */
  look(): Promise<readonly string[]>;
  /** What it may not say. */
  readonly unsaid?: string;
}

/** Starts what an image would start, waits until `url` answers 200, looks, and stops it as a cluster does. */
export async function whileRunning(
  { folder, env, command }: Built,
  { env: own, url, look, unsaid }: Running,
): Promise<string[]> {
  const [program = "", ...args] = command;
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env["PATH"], ...env, ...own },
    stdio: ["ignore", "pipe", "pipe"],
    // a group of its own, so that nothing outlives a command that does not pass signals on
    detached: true,
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (said += text));
  const ended = once(child, "close");
  try {
    await answering(url, () => child.exitCode !== null);
    const complaints = await look();
    child.kill("SIGTERM");
    const [code] = await Promise.race([
      ended,
      pause(30_000, ["nothing within 30 s"], { ref: false }),
    ]);
    return [
      ...complaints,
      ...(code === 0 ? [] : [`ends with ${code} after SIGTERM`]),
      ...(unsaid !== undefined && said.includes(unsaid) ? [unsaid] : []),
    ];
  } catch (error) {
    throw new Error(`${String(error)}\n${said.slice(-1500)}`, { cause: error });
  } finally {
    endGroup(child);
  }
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // all of it has ended by itself
  }
}

async function answering(url: string, dead: () => boolean): Promise<void> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const status = await fetch(url).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return;
    if (dead()) throw new Error("ended before it was ready");
    if (Date.now() > until) throw new Error(`${url} answers ${status || "nothing"}`);
    await pause(200);
  }
}
