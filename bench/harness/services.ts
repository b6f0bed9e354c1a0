import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, type Backing } from "@matinale/backing";
import { environmentsOf } from "../../dev/stack/src/environment.ts";
import type { ServiceName } from "@matinale/contracts";
import {
  argumentsOf,
  processNames,
  stripTypes,
  type ProcessName,
} from "../../dev/stack/src/processes.ts";
import { builtWeb } from "../../dev/stack/src/web-build.ts";
import { databaseOf, prefixOf } from "./backing.ts";
import { startChild, type Child } from "./child.ts";
import { createTopics } from "./delivery.ts";
import { mongoTap } from "./mongo-tap.ts";

type Tap = Awaited<ReturnType<typeof mongoTap>>;

const production = { NODE_ENV: "production", PUBLIC_URL: "https://matinale.test" };

const random = (): string => randomBytes(32).toString("hex");

async function portOfEach(): Promise<Record<ProcessName, number>> {
  const ports: [ProcessName, number][] = [];
  const taken = new Set<number>();
  for (const name of processNames) {
    const port = await freePort(taken);
    taken.add(port);
    ports.push([name, port]);
  }
  return Object.fromEntries(ports) as Record<ProcessName, number>;
}

/** Each service has its database. */
export const databaseOfService = (stamp: string, name: ServiceName): string =>
  `${databaseOf(stamp)}_${name}`;

/**
 * All services as `make up` starts them, with the simulator for everybody outside, on topics and
 * databases of their own. What each asks of MongoDB is counted.
 */
export async function startServices(backing: Backing, stamp: string) {
  const taps = new Map<ProcessName, Tap>();
  const children = new Map<ProcessName, Child>();
  const kafka = { KAFKA_BROKERS: backing.kafka.url, KAFKA_PREFIX: prefixOf(stamp) };
  await createTopics(kafka);
  const stripped = await mkdtemp(join(tmpdir(), "matinale-bench-"));
  await stripTypes(stripped, process.env);
  const services = await portOfEach();
  const environments = environmentsOf({
    ports: {
      services,
      metrics: await portOfEach(),
      backing: { kafka: 0, kafkaController: 0, mongodb: 0, postgres: 0, redis: 0 },
    },
    secrets: {
      internalToken: random(),
      session: random(),
      media: random(),
      whatsappToken: random(),
      whatsappApp: random(),
      whatsappVerify: random(),
    },
    backing: {
      kafka: backing.kafka.url,
      mongodb: backing.mongodb.url,
      redis: redisOf(backing, stamp),
    },
    site: builtWeb,
    env: { ...process.env, LOG_LEVEL: "error" },
  });
  const stop = async (): Promise<void> => {
    const all = [...children.values()].map((child) => child.stop());
    await Promise.all(all);
    await rm(stripped, { recursive: true });
    for (const tap of taps.values()) tap.close();
  };
  try {
    for (const name of processNames) {
      const env = { ...environments[name], ...kafka, ...production };
      if (name !== "simulator" && name !== "gateway") {
        const tap = await mongoTap(backing.mongodb.url);
        taps.set(name, tap);
        Object.assign(env, {
          MONGODB_URI: tap.url,
          MONGODB_DATABASE: databaseOfService(stamp, name),
        });
      }
      const command = [process.execPath, ...argumentsOf(name, { stripped })] as const;
      children.set(name, await startChild(name, command, { port: services[name], env }));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { children, taps, stop };
}

function redisOf({ redis }: Backing, stamp: string): string {
  const url = new URL(redis.url);
  url.searchParams.set("keyPrefix", prefixOf(stamp));
  return url.href;
}
