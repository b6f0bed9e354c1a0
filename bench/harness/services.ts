import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { freePort, type DevServices } from "@matinale/dev-services";
import { environmentsOf } from "../../dev/stack/src/environment.ts";
import type { ServiceName } from "@matinale/contracts";
import { completeProductFile } from "@matinale/kit/testing";
import {
  argumentsOf,
  compile,
  processNames,
  type ProcessName,
} from "../../dev/stack/src/processes.ts";
import { builtWeb } from "../../dev/stack/src/web-build.ts";
import { databaseOf, prefixOf, redisUrlOf } from "./backing.ts";
import { startChild, type Child } from "./child.ts";
import { createTopics } from "./delivery.ts";
import { sumOf } from "./metrics.ts";

const production = {
  NODE_ENV: "production",
  PUBLIC_URL: "https://matinale.test",
  MAIL: "off",
  PRODUCT_FILE: completeProductFile(),
};

const random = (): string => randomBytes(32).toString("hex");

async function portOfEach(): Promise<Record<ProcessName, number>> {
  const ports: [ProcessName, number][] = [];
  for (const name of processNames) ports.push([name, await freePort()]);
  return Object.fromEntries(ports) as Record<ProcessName, number>;
}

export const databaseOfService = (stamp: string, name: ServiceName): string =>
  `${databaseOf(stamp)}_${name}`;

/** Services that get a second process, on the same topics and databases. The gateway has one: clients need one port. */
const isReplicated = (name: ProcessName): boolean => name !== "simulator" && name !== "gateway";

/**
 * All services as `make up` starts them, with the simulator instead of providers, on their own topics and
 * databases.
 *
 * @param options.replicas  second processes of all but the gateway run beside the first, named `content-2` and so on;
 *                          calls go to the first, events and due work to both
 */
export async function startServices(
  backing: DevServices,
  stamp: string,
  options: { replicas?: boolean } = {},
) {
  const children = new Map<string, Child>();
  const metricsPorts = new Map<string, number>();
  const starters = new Map<string, () => Promise<Child>>();
  const kafka = { KAFKA_BROKERS: backing.kafka.url, KAFKA_PREFIX: prefixOf(stamp) };
  await createTopics(kafka);
  await compile(process.env);
  const services = await portOfEach();
  const metrics = await portOfEach();
  const environments = environmentsOf({
    ports: {
      services,
      metrics,
      mail: await freePort(),
      backing: { kafka: 0, kafkaController: 0, mongodb: 0, postgres: 0, redis: 0 },
    },
    secrets: {
      internalToken: random(),
      session: random(),
      trialHash: random(),
      media: random(),
      whatsappToken: random(),
      whatsappApp: random(),
      whatsappVerify: random(),
    },
    backing: {
      kafka: backing.kafka.url,
      mongodb: backing.mongodb.url,
      redis: redisUrlOf(backing, stamp),
    },
    site: builtWeb,
    env: { ...process.env, LOG_LEVEL: "error" },
  });
  const stop = async (): Promise<void> => {
    const all = [...children.values()].map((child) => child.stop());
    await Promise.all(all);
  };
  const start = async (name: string): Promise<void> => {
    const child = await starters.get(name)?.();
    if (child !== undefined) children.set(name, child);
  };
  const declare = (
    name: string,
    of: ProcessName,
    env: NodeJS.ProcessEnv,
    port: number,
    metricsPort: number,
  ) => {
    const command = [process.execPath, ...argumentsOf(of, { compiled: true })] as const;
    const own = { ...env, METRICS_PORT: String(metricsPort) };
    metricsPorts.set(name, metricsPort);
    starters.set(name, () => startChild(name, command, { port, env: own }));
  };
  try {
    for (const name of processNames) {
      const env = { ...environments[name], ...kafka, ...production };
      if (name !== "simulator" && name !== "gateway") {
        Object.assign(env, { MONGODB_DATABASE: databaseOfService(stamp, name) });
      }
      declare(name, name, env, services[name], metrics[name]);
      if (options.replicas === true && isReplicated(name))
        declare(`${name}-2`, name, env, await freePort(), await freePort());
    }
    for (const name of starters.keys()) await start(name);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    children,
    stop,
    /** Kills a process with SIGKILL, as a failing machine would, and restarts it on its port. */
    async crash(name: string, awayMs: number): Promise<void> {
      await children.get(name)?.kill();
      await pause(awayMs);
      await start(name);
    },
    /** The sum of a metric over the processes of a service. */
    counted: (service: ServiceName, metric: string) =>
      sumOf(
        [service, `${service}-2`].flatMap((name) => metricsPorts.get(name) ?? []),
        metric,
      ),
  };
}
