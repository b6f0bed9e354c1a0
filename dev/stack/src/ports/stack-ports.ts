import type { ServiceName } from "@matinale/contracts";
import {
  type DevServicePorts,
  freePort,
  isPortFree,
  runningPortsIn,
  runningProcess,
} from "@matinale/dev-services";
import { z } from "zod";
import { CannotStart } from "../cannot-start.ts";
import { readJson, writeJson } from "../json-file.ts";
import type { Places } from "../places.ts";
import { processNames, type ProcessName } from "../processes.ts";
import { portOwner } from "./port-owner.ts";

export type PortName = ProcessName | `${ServiceName}-metrics` | "mail" | keyof DevServicePorts;

/** `mail` is where the simulator receives mail. */
export type StackPorts = Record<PortName, number>;

export const defaultPorts: StackPorts = {
  gateway: 8080,
  simulator: 8025,
  mail: 1025,
  identity: 8101,
  preferences: 8102,
  billing: 8103,
  content: 8104,
  delivery: 8105,
  "gateway-metrics": 8180,
  "identity-metrics": 8201,
  "preferences-metrics": 8202,
  "billing-metrics": 8203,
  "content-metrics": 8204,
  "delivery-metrics": 8205,
  kafka: 9092,
  kafkaController: 9093,
  mongodb: 27_017,
  postgres: 27_416,
  redis: 6379,
};

/** Ports that people and providers know. A variable sets them, and they are never replaced by others. */
const fixed: Partial<Record<PortName, string>> = { gateway: "APP_PORT", simulator: "PHONE_PORT" };

/**
 * Ports that browsers and Node's fetch refuse to connect to: https://fetch.spec.whatwg.org/#port-blocking,
 * read on 2026-11-22.
 */
const badPorts: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
  103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
  512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
  995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
  6669, 6679, 6697, 10_080,
]);

const highestPort = 65_535;

/**
 * Checks the requested ports of the app and the phone, but not whether they are free.
 *
 * @throws CannotStart  when one is no port, or one that browsers refuse
 */
export function checkRequestedPorts(env: NodeJS.ProcessEnv): void {
  for (const [name, variable] of Object.entries(fixed)) {
    const requested = env[variable];
    if (!requested || requested === "0") continue;
    const defaultPort = name === "gateway" ? defaultPorts.gateway : defaultPorts.simulator;
    if (!/^[0-9]+$/.test(requested) || Number(requested) > highestPort) {
      throw new CannotStart(
        `${variable}=${requested} is not a port. Choose a number from 1 to ${highestPort}, such as ${defaultPort}, or 0 for any free port.`,
      );
    }
    if (badPorts.has(Number(requested))) {
      throw new CannotStart(
        `${variable}=${requested} is a port that browsers refuse to open (https://fetch.spec.whatwg.org/#port-blocking). Choose another: ${variable}=${defaultPort} make up`,
      );
    }
  }
}

/** Requests for ports of the app and the phone that a running stack does not have: it keeps those of its start. */
export const unmetRequests = (
  env: NodeJS.ProcessEnv,
  running: Readonly<{ app: string; phone: string }>,
): string[] =>
  Object.entries({ APP_PORT: running.app, PHONE_PORT: running.phone })
    .filter(([variable, url]) => Number(env[variable]) > 0 && !url.endsWith(`:${env[variable]}`))
    .map(([variable]) => `${variable}=${env[variable]}`);

function portTaken(port: number, variable: string): CannotStart {
  const owner = portOwner(port);
  const why = owner
    ? `is taken by process ${owner.pid} (${owner.command}). Stop it, or`
    : "cannot be used: another part of Matinale or another user has it, or it needs root. Choose another, or";
  return new CannotStart(`port ${port} ${why} take any free one: ${variable}=0 make up`);
}

/** Names of the ports whose process runs. Tells by pid files: with Docker, a proxy of its daemon holds the port. */
export function runningPorts(places: Places): ReadonlySet<string> {
  const processes = processNames.filter((name) => runningProcess(places.pidFile(name)));
  const own = processes.flatMap((name) =>
    name === "simulator" ? [name, "mail"] : [name, `${name}-metrics`],
  );
  return new Set([...own, ...runningPortsIn(places.devServices)]);
}

export interface PortChecks {
  /** Names whose process runs. They keep their remembered port: checks would find it taken, by the process itself. */
  readonly running?: ReadonlySet<string>;
  readonly isFree?: (port: number) => Promise<boolean>;
  readonly anyFree?: (taken: ReadonlySet<number>) => Promise<number>;
}

/**
 * Chooses the port of every process: the one of the last run, else the default, else any free one. The ports of the
 * app and the phone are as requested (0 = any free port), and while a part of the stack runs, by default the last ones.
 *
 * @throws CannotStart  when another process uses the port of the app or the phone
 */
export async function choosePorts(
  env: NodeJS.ProcessEnv,
  remembered: Partial<Record<string, number>>,
  { running = new Set(), isFree = isPortFree, anyFree = freePort }: PortChecks = {},
): Promise<StackPorts> {
  const inOrder = Object.keys(defaultPorts) as PortName[];
  const chosen: Partial<StackPorts> = {};
  for (const name of inOrder) {
    const port = remembered[name];
    if (running.has(name) && port !== undefined) chosen[name] = port;
  }
  const taken = new Set(Object.values(chosen));
  const usable = async (port: number): Promise<boolean> =>
    port > 0 && !taken.has(port) && (await isFree(port));

  const choose = async (name: PortName): Promise<number> => {
    const variable = fixed[name];
    const requested = variable && env[variable] ? Number(env[variable]) : undefined;
    if (variable && requested !== 0) {
      const last = running.size > 0 ? remembered[name] : undefined;
      const port = requested ?? last ?? defaultPorts[name];
      if (!(await usable(port))) throw portTaken(port, variable);
      return port;
    }
    for (const port of [remembered[name], variable ? undefined : defaultPorts[name]]) {
      if (port !== undefined && (await usable(port))) return port;
    }
    return anyFree(taken);
  };

  for (const name of inOrder.toSorted((a, b) => Number(b in fixed) - Number(a in fixed))) {
    chosen[name] ??= await choose(name);
    taken.add(chosen[name]);
  }
  return chosen as StackPorts;
}

/** The known ports of the last run, by name. */
export const rememberedPorts = (file: string): Partial<Record<string, number>> =>
  readJson(file, z.record(z.string(), z.int())) ?? {};

export const rememberPorts = (file: string, ports: StackPorts): void => writeJson(file, ports);

/** The ports that `up` has chosen. @throws Error  when the file is incomplete */
export function chosenPorts(file: string): StackPorts {
  const known = rememberedPorts(file);
  const isComplete = (ports: typeof known): ports is StackPorts =>
    Object.keys(defaultPorts).every((name) => name in ports);
  if (!isComplete(known)) throw new Error(`${file} does not name every port; run make up`);
  return known;
}
