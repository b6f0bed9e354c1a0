import { Mutex } from "async-mutex";
import { Pool, type QueryResultRow } from "pg";
import { setTimeout as delay } from "node:timers/promises";
import { succeeds } from "../../ready.ts";
import { isConflict, MongoError, stateOf } from "./mongo-error.ts";
import { collectionOf, type Request } from "./request.ts";

export type Connections = ReturnType<typeof createConnections>;

/** Waits 1 to 11 ms, at random, so that competing statements separate. */
export const randomDelay = (): Promise<void> => delay(1 + Math.random() * 10);

const maxRetries = 50;

export function createConnections(port: number, log: (line: string) => void) {
  const pool = new Pool({
    host: "127.0.0.1",
    port,
    user: "postgres",
    database: "postgres",
    max: 120,
    idleTimeoutMillis: 60_000,
  });
  pool.on("error", (error) => log(error.message));
  /** By collection. */
  const mutexes = new Map<string, Mutex>();

  async function once<Row extends QueryResultRow>(
    request: Request,
    sql: string,
    values: unknown[],
  ): Promise<Row> {
    const client = await pool.connect();
    const limit = Math.trunc(Number(request.fields["maxTimeMS"] ?? 0));
    let broken = false;
    try {
      if (limit > 0) await client.query(`SET statement_timeout = ${limit}`);
      const { rows } = await client.query<Row>(sql, values);
      if (!rows[0]) throw new MongoError(1, "InternalError", "the engine returned no row");
      return rows[0];
    } catch (error) {
      broken = stateOf(error) === undefined;
      throw error;
    } finally {
      if (limit > 0 && !broken) {
        broken = !(await succeeds(client.query("SET statement_timeout = 0")));
      }
      client.release(broken);
    }
  }

  return {
    /**
     * Runs a statement that returns one row. It is one transaction, so it can run again after a deadlock or a conflict.
     * Retries run one at a time for each collection: otherwise racing inserts of one unique key deadlock each other
     * again and again.
     */
    async row<Row extends QueryResultRow>(
      request: Request,
      sql: string,
      values: unknown[],
    ): Promise<Row> {
      try {
        return await once(request, sql, values);
      } catch (error) {
        if (!isConflict(error)) throw error;
      }
      const collection = `${request.database}.${collectionOf(request)}`;
      const mutex = mutexes.get(collection) ?? new Mutex();
      mutexes.set(collection, mutex);
      return mutex.runExclusive(async () => {
        for (let tries = 1; ; tries++) {
          try {
            return await once(request, sql, values);
          } catch (error) {
            if (!isConflict(error) || tries >= maxRetries) throw error;
            await randomDelay();
          }
        }
      });
    },
  };
}
