import { setTimeout as pause } from "node:timers/promises";
import mongoose, { type Connection } from "mongoose";
import { z } from "zod";
import type { ReadinessCheck } from "../admin-server.ts";
import { loadConfig, mongoEnv, type MongoConfig } from "../config.ts";
import type { Logger } from "../logger.ts";
import { isDatabaseAway } from "../mongo-errors.ts";

/** A connection pool. Writes wait for the journals of a majority; a server that is down is reported after 2.5 s. */
export async function connectMongo(config: MongoConfig): Promise<Connection> {
  const connection = mongoose.createConnection(config.MONGODB_URI, {
    dbName: config.MONGODB_DATABASE,
    autoIndex: false,
    autoCreate: false,
    maxPoolSize: 20,
    serverSelectionTimeoutMS: 2_500,
    connectTimeoutMS: 5_000,
    socketTimeoutMS: 30_000,
    ignoreUndefined: true,
    promoteBuffers: true,
    writeConcern: { w: "majority", journal: true },
    bufferCommands: false,
  });
  try {
    return await connection.asPromise();
  } catch (error) {
    await connection.destroy();
    throw error;
  }
}

/** The chart gives a service 90 s to start. Milliseconds. */
const startMs = 75_000;
const maxPauseMs = 5_000;

/**
 * `connectMongo` for the start of a service: waits with growing pauses for a database that is down or starting.
 * The service is not ready meanwhile, so it receives no requests.
 *
 * @param timeoutMs  after this time the start fails, and the orchestrator restarts the service
 */
export async function awaitMongo(
  config: MongoConfig,
  logger: Logger,
  timeoutMs = startMs,
): Promise<Connection> {
  const until = performance.now() + timeoutMs;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await connectMongo(config);
    } catch (error) {
      const pauseMs = Math.min(250 * 2 ** attempt, maxPauseMs);
      if (performance.now() + pauseMs > until) {
        const waited = Math.round(timeoutMs / 1_000);
        throw new Error(`MongoDB could not be reached within ${waited} s`, { cause: error });
      }
      logger.warn({ err: error, pauseMs }, "connecting to mongodb failed, retrying");
      await pause(pauseMs);
    }
  }
}

/** One line for the operator when the database cannot be reached or refuses us; null for another error. */
export const unusableMongo = (error: unknown): string | null =>
  error instanceof Error && isDatabaseAway(error)
    ? `MongoDB cannot be used (${error.message}): start it or correct MONGODB_URI`
    : null;

/**
 * Runs an operator's command on the service's database. When the database cannot be used, prints that and sets the exit
 * code 1.
 *
 * @param env  further variables that the command needs
 */
export async function onDatabase<Env extends z.ZodRawShape = Record<never, never>>(
  run: (mongo: Connection, config: z.infer<z.ZodObject<typeof mongoEnv & Env>>) => Promise<void>,
  env = {} as Env,
): Promise<void> {
  const config = loadConfig(z.object({ ...mongoEnv, ...env }));
  try {
    const mongo = await connectMongo(config as MongoConfig);
    await run(mongo, config).finally(() => mongo.close());
  } catch (error) {
    const advice = unusableMongo(error);
    if (advice === null) throw error;
    process.stderr.write(`${advice}\n`);
    process.exitCode = 1;
  }
}

export const mongoCheck = (connection: Connection): ReadinessCheck => ({
  name: "mongodb",
  check: async (): Promise<void> => {
    await connection.db?.command({ ping: 1 }, { timeoutMS: 2_000 });
  },
});

/** Less than the shortest lease, and more than clocks differ that are synchronised. Milliseconds. */
const mostApartMs = 10_000;

/**
 * Fails while the clock of this process and that of the database differ: one of them is wrong. A slow answer is not a
 * wrong clock: the database read its own at some instant between the question and the answer.
 */
export const clockCheck = (connection: Connection): ReadinessCheck => ({
  name: "clock",
  check: async (): Promise<void> => {
    const asked = Date.now();
    const hello = await connection.db?.command({ hello: 1 }, { timeoutMS: 2_000 });
    const database = Number(hello?.["localTime"]);
    const apartMs = Math.max(asked - database, database - Date.now());
    if (apartMs > mostApartMs) {
      throw new Error(`the clocks of this process and of the database differ by ${apartMs} ms`);
    }
  },
});
