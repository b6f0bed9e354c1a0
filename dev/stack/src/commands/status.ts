import { join } from "node:path";
import { runningProcess } from "@matinale/dev-services";
import { findLostProcesses } from "../supervisor/lost-processes.ts";
import { runningProcesses } from "../supervisor/stop-everything.ts";
import type { Places } from "../places.ts";
import { readStack } from "../stack-file.ts";
import { printAddresses } from "./up.ts";

/** Lists the processes of the stack. Exit code 1 when one is missing. */
export function status(places: Places): void {
  const stack = readStack(places.stackFile);
  if (!stack) {
    process.stdout.write("Matinale is not running. Start it with make up.\n");
    process.exitCode = 1;
    return;
  }
  findLostProcesses(places);
  const running = new Set(runningProcesses(places).map(({ pid }) => pid));
  const rows = [
    ...Object.entries(stack.backing).map(([name, { engine, url, pid }]) => ({
      name,
      pid,
      url,
      note: engine,
    })),
    {
      name: "simulator",
      pid: runningProcess(places.pidFile("simulator"))?.pid ?? 0,
      url: stack.phone,
      note: join(places.logs, "simulator.log"),
    },
    ...stack.services.map(({ name, pid, url, log }) => ({ name, pid, url, note: log })),
  ];
  for (const { name, pid, url, note } of rows) {
    const runs = pid === undefined || running.has(pid);
    if (!runs) process.exitCode = 1;
    const state = pid === undefined ? "elsewhere" : runs ? `pid ${pid}` : "dead";
    process.stdout.write(
      `  ${name.padEnd(12)} ${state.padEnd(12)} ${withoutPassword(url)}   ${note}\n`,
    );
  }
  if (!runningProcess(places.supervisorPid)) {
    process.stdout.write(
      "  The supervisor is not running, so no process is restarted: make up repairs that.\n",
    );
    process.exitCode = 1;
  }
  printAddresses(stack);
}

const withoutPassword = (url: string): string => url.replace(/\/\/[^@/]*@/, "//…@");
