import mongoose, { type Connection } from "mongoose";
import type { MongoConfig } from "./config.ts";

/**
 * One connection pool to the service's own database. Writes are acknowledged by a majority with the
 * journal, a server that is away is reported after 2.5 s, and unknown fields are refused.
 */
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
  return connection.asPromise();
}

/** Creates the indexes that the connection's models declare. Safe to run from every replica. */
export async function ensureIndexes(connection: Connection): Promise<void> {
  for (const model of Object.values(connection.models)) await model.createIndexes();
}

export const mongoReady = (connection: Connection) => ({
  name: "mongodb",
  check: async (): Promise<void> => {
    await connection.db?.command({ ping: 1 }, { timeoutMS: 2_000 });
  },
});

/** The server's word for «this unique key exists already». */
export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === 11_000;
