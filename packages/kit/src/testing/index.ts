import { randomBytes } from "node:crypto";
import mongoose, { type Connection } from "mongoose";
import { pino } from "pino";
import { identityHeader, signIdentity } from "../identity.ts";
import type { Logger } from "../logger.ts";
import { testSecret } from "./secret.ts";

export { caller, type Answer } from "./caller.ts";
export { testCollector, type CollectedSpan } from "./collector.ts";
export { listen } from "./listen.ts";
export { mongoStepDown } from "./mongo-step-down.ts";
export {
  completeProductFile,
  removeProductFiles,
  testProduct,
  writeProductFile,
} from "./product.ts";
export { compileCache, runProgram } from "./program.ts";
export { startRedisSentinel, startRedisServer, type RedisServer } from "./redis-servers.ts";
export { startSimulator } from "./simulator.ts";
export { testSecret };

const required = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: run the integration project`);
  return value;
};
const unique = (name: string) => `${name}_${randomBytes(5).toString("hex")}`;

export const silentLogger: Logger = pino({ level: "silent" });

/** A database of its own on the MongoDB of the test run. */
export function testDatabase(name = "test") {
  const MONGODB_URI = required("MONGODB_URI");
  const MONGODB_DATABASE = unique(`matinale_${name}`);
  const drop = async () => {
    const connection = await mongoose
      .createConnection(MONGODB_URI, { dbName: MONGODB_DATABASE })
      .asPromise();
    await connection.dropDatabase();
    await connection.close();
  };
  return { MONGODB_URI, MONGODB_DATABASE, drop };
}

/** The collections whose models these stores declare, sorted. Needs no database. */
export function collectionsOf(declare: (connection: Connection) => unknown): string[] {
  const connection = mongoose.createConnection();
  declare(connection);
  return Object.values(connection.models)
    .map(({ collection }) => collection.name)
    .toSorted();
}

/** Every document of a database that holds this text anywhere, by collection. */
export async function documentsWith(
  connection: Connection,
  text: string,
): Promise<Record<string, unknown[]>> {
  const collections = await connection.listCollections();
  const found = await Promise.all(
    collections.map(async ({ name }) => {
      const documents = await connection.collection(name).find().toArray();
      return [name, documents.filter((each) => JSON.stringify(each).includes(text))] as const;
    }),
  );
  return Object.fromEntries(found.filter(([, documents]) => documents.length > 0));
}

/** The brokers of the test run, with a prefix that keeps topics and groups apart. */
export const testKafka = (name = "test") => ({
  KAFKA_BROKERS: required("KAFKA_BROKERS").split(","),
  KAFKA_PREFIX: `${unique(name)}.`,
});

export const testRedisUrl = (): string => required("REDIS_URL");

/** Headers of a request of this user that the gateway forwards. */
export const asUser = async (
  subject: string,
  audience: string,
): Promise<Record<string, string>> => ({
  [identityHeader]: await signIdentity({ subject, audience, secret: testSecret }),
});
