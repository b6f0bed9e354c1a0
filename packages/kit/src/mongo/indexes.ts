import { isDeepStrictEqual } from "node:util";
import type mongoose from "mongoose";
import type { Connection, IndexOptions } from "mongoose";
import { z } from "zod";
import { baseEnv, loadConfig, mongoEnv } from "../config.ts";
import { createLogger, type Logger } from "../logger.ts";
import { mongoCodeOf } from "../mongo-errors.ts";
import { awaitMongo } from "./connection.ts";

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
      if (mongoCodeOf(error) === 26) return [];
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
  const declared = await declaredIndexes(connection);
  const missing = declared.filter(({ stored }) => stored === undefined);
  for (const [collection, indexes] of Map.groupBy(missing, (each) => each.collection)) {
    await collection.createIndexes(indexes.map(({ key, options }) => ({ ...options, key })));
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
