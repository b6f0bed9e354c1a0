import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { serviceNames, type ServiceName } from "@matinale/contracts";
import {
  freePort,
  runCommand,
  startTemporaryDevServices,
  type DevServices,
} from "@matinale/dev-services";
import { completeProductFile } from "@matinale/kit/testing";
import type { Connection } from "mongoose";
import { environmentsOf } from "../../dev/stack/src/environment.ts";
import {
  argumentsOf,
  compile,
  processNames,
  type ProcessName,
} from "../../dev/stack/src/processes.ts";
import {
  defaultPorts,
  type PortName,
  type StackPorts,
} from "../../dev/stack/src/ports/stack-ports.ts";
import { randomSecrets } from "../../dev/stack/src/secrets.ts";
import { seriesSum } from "../../dev/stack/src/series-sum.ts";
import { builtWeb } from "../../dev/stack/src/web-build.ts";
import { isCompiled } from "./arguments.ts";
import { cleanUp, databaseOf, openDatabase, prefixOf, redisUrlOf } from "./run-isolation.ts";
import { containerArgumentsOf } from "./container-arguments.ts";
import { startChild, stopChildren, type Child } from "./child.ts";

/** Where production differs from `make up`. */
const production = {
  NODE_ENV: "production",
  PUBLIC_URL: "https://matinale.test",
  SEND_MAIL: "off",
  PRODUCT_FILE: completeProductFile(),
  // of the Dockerfile, which gives the reason
  MALLOC_ARENA_MAX: "1",
};

const topicsScript = fileURLToPath(
  new URL("../../packages/bus/src/create-topics.ts", import.meta.url),
);

let compiling: Promise<unknown> | undefined;
const compileOnce = () => (compiling ??= isCompiled ? Promise.resolve() : compile(process.env));

async function freePorts(): Promise<StackPorts> {
  const ports: StackPorts = { ...defaultPorts };
  for (const name of Object.keys(ports) as PortName[]) ports[name] = await freePort();
  return ports;
}

interface Process {
  of: ProcessName;
  metricsPort: number;
  start(): Promise<Child>;
}

/**
 * The processes of a run, none of them started: compiled code with the V8 options of the image and the heap limits of
 * its containers, the environment of `make up` with the values of production, and topics, databases and keys that no
 * other run uses.
 *
 * @param shared  Kafka, MongoDB and Redis of several runs, which stay; without it, `close` stops those of this run
 */
export async function prepareServices(shared?: DevServices) {
  const devServices = shared ?? (await startTemporaryDevServices("bench"));
  const stamp = randomUUID().slice(0, 8);
  const kafka = { KAFKA_BROKERS: devServices.kafka.url, KAFKA_PREFIX: prefixOf(stamp) };
  await runCommand(process.execPath, [topicsScript], {
    env: { ...process.env, ...kafka, LOG_LEVEL: "fatal" },
  });
  await compileOnce();
  const ports = await freePorts();
  const environments = environmentsOf({
    ports,
    secrets: randomSecrets(),
    devServices: {
      kafka: devServices.kafka.url,
      mongodb: devServices.mongodb.url,
      redis: redisUrlOf(devServices, stamp),
    },
    site: builtWeb,
    // nothing else of the developer's environment, such as the key of a provider
    env: { PATH: process.env["PATH"], LOG_LEVEL: "error" },
  });
  const databaseName = (name: ProcessName) => `${databaseOf(stamp)}_${name}`;
  for (const [name, env] of Object.entries(environments) as [ProcessName, NodeJS.ProcessEnv][])
    Object.assign(env, production, kafka, { MONGODB_DATABASE: databaseName(name) });

  const processes = new Map<string, Process>();
  const children = new Map<string, Child>();
  const databases = new Map<ServiceName, Promise<Connection>>();
  const processesOf = (of: ProcessName) => [...processes].filter(([, each]) => each.of === of);

  const restart = async (name: string): Promise<Child> => {
    const child = await processes.get(name)?.start();
    if (child === undefined) throw new Error(`there is no process ${name}`);
    children.set(name, child);
    return child;
  };
  /** Starts a process of a service. The second one is named `content-2` and has ports of its own. */
  const start = async (of: ProcessName, changes: NodeJS.ProcessEnv = {}): Promise<Child> => {
    const before = processesOf(of).length;
    const name = before === 0 ? of : `${of}-${before + 1}`;
    const port = before === 0 ? ports[of] : await freePort();
    const metricsPort = await freePort();
    const env = { ...environments[of], ...changes, METRICS_PORT: String(metricsPort) };
    const program = of === "simulator" ? argumentsOf(of) : containerArgumentsOf(of);
    const command = [process.execPath, ...program] as const;
    const launch = () => startChild(name, command, { port, env });
    processes.set(name, { of, metricsPort, start: launch });
    return restart(name);
  };
  const close = async (): Promise<void> => {
    await stopChildren();
    for (const open of databases.values()) await (await open).close();
    await cleanUp(devServices, stamp);
    if (shared === undefined) await devServices.stop();
  };
  return {
    stamp,
    kafka,
    environments,
    children,
    start,
    /** Starts all processes, with the simulator instead of providers. `replicas`: two of each but the gateway. */
    async startAll({ replicas = false } = {}): Promise<void> {
      for (const name of processNames) {
        await start(name);
        // clients need one port of the gateway
        if (replicas && name !== "simulator" && name !== "gateway") await start(name);
      }
    },
    /** Kills a process with SIGKILL, as a failing machine would, and restarts it on its port. */
    async crash(name: string, awayMs: number): Promise<void> {
      await children.get(name)?.kill();
      await pause(awayMs);
      await restart(name);
    },
    pidsOf: (of: ProcessName): number[] =>
      processesOf(of).flatMap(([name]) => children.get(name)?.pid ?? []),
    /** The sum of a metric's series over the processes of a service. */
    async counted(of: ServiceName, metric: string, label = ""): Promise<number> {
      let sum = 0;
      for (const [, { metricsPort }] of processesOf(of)) {
        const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
        sum += seriesSum(text, metric, label);
      }
      return sum;
    },
    /** The database of a service, open until `close`. */
    database: (of: ServiceName): Promise<Connection> => {
      const open = databases.get(of) ?? openDatabase(devServices.mongodb.url, databaseName(of));
      databases.set(of, open);
      return open;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

export type Services = Awaited<ReturnType<typeof prepareServices>>;

/** Variables with which the gateway finds all services at one address. */
export const servicesAt = (url: string): Record<string, string> =>
  Object.fromEntries(
    serviceNames
      .filter((name) => name !== "gateway")
      .map((name) => [`${name.toUpperCase()}_URL`, url]),
  );
