import { writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { cacheFolder } from "./cache-folder.ts";
import type { DevServicePorts, Engine, NativeContext, ServiceName } from "./engine.ts";
import { fromEnvironment } from "./from-environment.ts";
import { nativeKafka } from "./kafka/native.ts";
import { nativeMongoDb } from "./mongodb/native.ts";
import { freePort } from "./ports.ts";
import { readText } from "./process/read-text.ts";
import { nativeRedis } from "./redis/native.ts";
import { containerEngine, usableDocker } from "./docker/containers.ts";

export interface DevServicesOptions {
  /** Pid files, logs and data. Services in different folders and on different ports are independent. */
  readonly folder: string;
  /** Ports that are left out are chosen among the free ones. */
  readonly ports?: Partial<DevServicePorts>;
  /** Keeps data between runs. Default: false. */
  readonly durable?: boolean;
  readonly env?: NodeJS.ProcessEnv;
  readonly log?: (line: string) => void;
  /** Called when a service is ready, with the time that it took. */
  readonly onReady?: (engine: Engine, ms: number) => void;
}

export type DevServices = Readonly<Record<ServiceName, Engine>> & {
  /** The variables with which a process finds them. */
  readonly env: Readonly<Record<"KAFKA_BROKERS" | "MONGODB_URI" | "REDIS_URL", string>>;
  stop(): Promise<void>;
};

const native: Record<ServiceName, (context: NativeContext) => Promise<Engine>> = {
  kafka: nativeKafka,
  mongodb: nativeMongoDb,
  redis: nativeRedis,
};

/**
 * Finds or starts Kafka, MongoDB and Redis at the same time. Each comes from a URL in the environment, else runs in
 * Docker where it works, else natively. Durable data stay where they are: natively, also when there is Docker later.
 * Processes that already run in the folder are reused. When a service fails, the others are stopped again; the next start
 * may put the data into another place.
 *
 * @throws AggregateError  with one error for each service that failed
 */
export async function startDevServices(options: DevServicesOptions): Promise<DevServices> {
  const { folder, env = process.env, durable = false, log = () => undefined } = options;
  await mkdir(folder, { recursive: true });
  const ports = await choosePorts(options.ports);
  const context: NativeContext = { folder, cache: cacheFolder(env), ports, durable, log };
  const docker = await usableDocker(env);
  const places = new Map<ServiceName, "native" | "docker">();

  const start = async (name: ServiceName): Promise<Engine> => {
    const started = performance.now();
    const engine = (await fromEnvironment(name, env)) ?? (await startHere(name));
    options.onReady?.(engine, performance.now() - started);
    return engine;
  };
  const startHere = async (name: ServiceName): Promise<Engine> => {
    const place = durable ? placeOf(folder, name) : undefined;
    const mayUseDocker = docker !== undefined && place !== "native";
    const container = mayUseDocker ? await containerEngine(docker, name, context) : undefined;
    if (container === undefined && place === "docker")
      throw new Error(
        `the data of ${name} are in Docker, which cannot run it: start Docker (without BACKING=native), or delete all data with make reset`,
      );
    places.set(name, container === undefined ? "native" : "docker");
    return container ?? native[name](context);
  };
  const starts = [start("kafka"), start("mongodb"), start("redis")];
  const outcomes = await Promise.allSettled(starts);
  const engines = outcomes.flatMap((outcome) => ("value" in outcome ? [outcome.value] : []));
  const [kafka, mongodb, redis] = engines;
  if (kafka && mongodb && redis) {
    if (durable) for (const [name, place] of places) writeFileSync(placeFile(folder, name), place);
    const env = { KAFKA_BROKERS: kafka.url, MONGODB_URI: mongodb.url, REDIS_URL: redis.url };
    return { kafka, mongodb, redis, env, stop: () => stopAll(engines) };
  }
  await stopAll(engines);
  const errors = outcomes.flatMap((outcome) => ("reason" in outcome ? [outcome.reason] : []));
  const messages = new Set(errors.map(messageOf));
  if (errors.some((error) => concerns(context.cache, error))) {
    messages.add(`${context.cache} cannot be used: set MATINALE_CACHE to another folder`);
  }
  throw new AggregateError(errors, [...messages].join("\n"));
}

const placeFile = (folder: string, name: ServiceName): string => join(folder, `${name}.data`);

/** Where the durable data of a service are; undefined before its first start. */
const placeOf = (folder: string, name: ServiceName): string | undefined =>
  readText(placeFile(folder, name));

async function stopAll(engines: readonly Engine[]): Promise<void> {
  await Promise.all(
    engines.map(async ({ members }) => {
      // Stop in reverse order, so that no process loses one that it depends on.
      for (const member of members.toReversed()) await member.stop();
    }),
  );
}

async function choosePorts(given: Partial<DevServicePorts> = {}): Promise<DevServicePorts> {
  const taken = new Set(Object.values(given));
  const pick = async (port: number | undefined) => port ?? freePort(taken);
  return {
    kafka: await pick(given.kafka),
    kafkaController: await pick(given.kafkaController),
    mongodb: await pick(given.mongodb),
    postgres: await pick(given.postgres),
    redis: await pick(given.redis),
  };
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Whether a file system error concerns a path in this folder, or one of its parents, which could not be made. */
const concerns = (folder: string, error: unknown): boolean =>
  error instanceof Error &&
  "path" in error &&
  (String(error.path).startsWith(folder) || folder.startsWith(join(String(error.path), "/")));
