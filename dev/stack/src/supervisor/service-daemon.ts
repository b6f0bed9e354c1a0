import { join } from "node:path";
import { createDaemon } from "@matinale/dev-services";
import type { Daemon } from "@matinale/dev-services";
import { codeHash, recordCode } from "../code.ts";
import type { Places } from "../places.ts";
import { root } from "../places.ts";
import { argumentsOf } from "../processes.ts";
import type { ProcessName } from "../processes.ts";

export interface ServiceDaemonOptions {
  readonly name: ProcessName;
  readonly env: NodeJS.ProcessEnv;
  readonly places: Places;
  /** Responds with 2xx once the process is ready. */
  readonly readyUrl: string;
}

export type NamedDaemon<Name extends string> = Daemon & { readonly name: Name };

export function serviceDaemon<Name extends ProcessName>(
  options: ServiceDaemonOptions & { readonly name: Name },
): NamedDaemon<Name> {
  const { name, env, places, readyUrl } = options;
  const daemon = createDaemon({
    name,
    command: process.execPath,
    args: argumentsOf(name),
    env,
    cwd: root,
    pidFile: join(places.pids, `${name}.pid`),
    logFile: join(places.logs, `${name}.log`),
    startTimeoutMs: 60_000,
    prepare: () => recordCode(places, name, codeHash(name)),
    ready: () => isOk(readyUrl),
  });
  return daemon as NamedDaemon<Name>;
}

async function isOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
