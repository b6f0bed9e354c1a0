import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import mongoose, { type Connection, type IndexOptions } from "mongoose";
import { z } from "zod";
import { baseEnv, loadConfig, mongoEnv, type MongoConfig } from "./config.ts";
import { createLogger, type Logger } from "./logger.ts";

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

type IndexKey = Record<string, 1 | -1>;

interface StoredIndex extends IndexOptions {
  name: string;
  key: IndexKey;
}

/** The indexes that the connection's models declare, each with the stored one of the same key. */
async function declaredIndexes(connection: Connection) {
  const found = Object.values(connection.models).map(async ({ collection, schema }) => {
    const listed: unknown = await collection.indexes().catch((error: unknown) => {
      // the collection does not exist yet
      if (codeOf(error) === 26) return [];
      throw error;
    });
    const stored = listed as StoredIndex[];
    return schema.indexes().map(([key, options]) => ({
      collection,
      key: key as IndexKey,
      options: options as mongoose.mongo.CreateIndexesOptions,
      // the order of the fields counts
      stored: stored.find((each) => JSON.stringify(each.key) === JSON.stringify(key)),
    }));
  });
  return (await Promise.all(found)).flat();
}

/** Creates missing indexes that the models declare, from any replica. `migrateIndexes` changes existing ones. */
export async function ensureIndexes(connection: Connection): Promise<void> {
  for (const { collection, key, options, stored } of await declaredIndexes(connection)) {
    if (stored === undefined) await collection.createIndex(key, options);
  }
}

const comparedOptions = ["unique", "sparse", "partialFilterExpression"] as const;

/**
 * Creates missing indexes and changes the times after which documents expire, as the models declare. Changes nothing
 * when it is repeated, and continues after a stop. Leaves indexes that no model declares: the version before uses them.
 *
 * @throws Error  for an index that exists with other options: it cannot change while services use it
 */
export async function migrateIndexes(connection: Connection, logger: Logger): Promise<void> {
  await ensureIndexes(connection);
  for (const { collection, options, stored } of await declaredIndexes(connection)) {
    if (stored === undefined) continue;
    const index = `${collection.name}.${stored.name}`;
    if (comparedOptions.some((name) => !isDeepStrictEqual(stored[name], options[name]))) {
      throw new Error(`the index ${index} has other options: declare the new one on other fields`);
    }
    const { expireAfterSeconds } = options;
    if (stored.expireAfterSeconds === expireAfterSeconds) continue;
    if (stored.expireAfterSeconds === undefined || expireAfterSeconds === undefined) {
      throw new Error(`the index ${index} begins or ends to expire documents: drop it first`);
    }
    await connection.db?.command({
      collMod: collection.name,
      index: { name: stored.name, expireAfterSeconds },
    });
    logger.info(
      { index, from: stored.expireAfterSeconds, to: expireAfterSeconds },
      "expiry of an index changed",
    );
  }
}

const migrationEnv = z.object({ ...mongoEnv, LOG_LEVEL: baseEnv.LOG_LEVEL });

/** Brings a database to what the code declares, before the pods of a release start. @param declare  creates all stores */
export async function runMigrations(
  service: string,
  declare: (connection: Connection) => unknown[],
): Promise<void> {
  const config = loadConfig(migrationEnv);
  const logger = createLogger({ service, level: config.LOG_LEVEL });
  const connection = await awaitMongo(config, logger);
  try {
    declare(connection);
    await migrateIndexes(connection, logger);
    logger.info("all declared indexes exist");
  } finally {
    await connection.close();
  }
}

/** Runs an operator's command on the service's database. @param env  further variables that the command needs */
export async function onDatabase<Env extends z.ZodRawShape = Record<never, never>>(
  run: (mongo: Connection, config: z.infer<z.ZodObject<typeof mongoEnv & Env>>) => Promise<void>,
  env = {} as Env,
): Promise<void> {
  const config = loadConfig(z.object({ ...mongoEnv, ...env }));
  const mongo = await connectMongo(config as MongoConfig);
  try {
    await run(mongo, config);
  } finally {
    await mongo.close();
  }
}

export const mongoReady = (connection: Connection) => ({
  name: "mongodb",
  check: async (): Promise<void> => {
    await connection.db?.command({ ping: 1 }, { timeoutMS: 2_000 });
  },
});

/** No document has this id. */
export class DocumentNotFound extends Error {
  override readonly name = "DocumentNotFound";
}

/** Optimistic lock: other writes changed the document at each attempt to write it. */
export class VersionConflict extends Error {
  override readonly name = "VersionConflict";
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : undefined;

/** True for the error of a unique index: the key exists already. */
export const isDuplicateKey = (error: unknown): boolean => codeOf(error) === 11_000;

/** @returns false when the write has failed because a unique key exists already */
export async function unlessDuplicate(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return false;
  }
}

/** Errors of the driver without an answer of a server. */
const noAnswer =
  /^(Mongo(ServerSelection|Network|NetworkTimeout|NotConnected|PoolCleared|ExpiredSession|TopologyClosed|StalePrimary|WaitQueueTimeout)|MongooseServerSelection|MongoOperationTimeout)/;

/**
 * Answers of a server that cannot serve us now: it is not the primary (any more), stops, recovers, does not reach
 * the other members (MongoDB's specification of server discovery and monitoring, and its error codes), or refuses our
 * password or right, for which no record is at fault.
 */
const unavailable = new Set<unknown>(
  Object.values({
    HostUnreachable: 6,
    HostNotFound: 7,
    Unauthorized: 13,
    AuthenticationFailed: 18,
    NetworkTimeout: 89,
    ShutdownInProgress: 91,
    ReadConcernMajorityNotAvailableYet: 134,
    PrimarySteppedDown: 189,
    SocketException: 9_001,
    LegacyNotPrimary: 10_058,
    NotWritablePrimary: 10_107,
    InterruptedAtShutdown: 11_600,
    InterruptedDueToReplStateChange: 11_602,
    NotPrimaryNoSecondaryOk: 13_435,
    NotPrimaryOrSecondary: 13_436,
  }),
);

/** True when the database cannot be reached now or changes its primary, so that the work may succeed later. */
export const isDatabaseAway = (error: unknown): boolean =>
  error instanceof Error &&
  (noAnswer.test(error.name) ||
    (error.name.startsWith("Mongo") && unavailable.has(codeOf(error))) ||
    isDatabaseAway(error.cause) ||
    // the driver wraps every failure of a bulk write, also a lost connection
    ("errorResponse" in error && isDatabaseAway(error.errorResponse)));
