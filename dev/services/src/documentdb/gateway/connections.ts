import { Pool } from "pg";
import type { PoolClient } from "pg";
import { setTimeout as delay } from "node:timers/promises";
import { isConflict, MongoError, stateOf } from "./mongo-error.ts";
import { collectionOf, transactionOf } from "./request.ts";
import type { Request } from "./request.ts";
import { createKeyedMutex } from "./keyed-mutex.ts";

/** Runs one SQL statement for a request. */
export type Work<T> = (client: PoolClient) => Promise<T>;

export interface Connections {
  /** Runs in the request's transaction, if any; otherwise alone, with retries after a conflict. */
  run<T>(request: Request, work: Work<T>): Promise<T>;
  commit(request: Request): Promise<void>;
  rollback(request: Request): Promise<void>;
  close(): Promise<void>;
}

/** Waits 1 to 11 ms, at random, so that competing statements separate. */
export const randomDelay = (): Promise<void> => delay(1 + Math.random() * 10);

/** As in MongoDB (transactionLifetimeLimitSeconds). */
const transactionLimitMs = 60_000;
const maxRetries = 50;

interface Transaction {
  readonly client: PoolClient;
  readonly timer: NodeJS.Timeout;
}

export function createConnections(port: number, log: (line: string) => void): Connections {
  const pool = new Pool({
    host: "127.0.0.1",
    port,
    user: "postgres",
    database: "postgres",
    max: 120,
    idleTimeoutMillis: 60_000,
  });
  pool.on("error", (error) => log(error.message));
  const transactions = new Map<string, Transaction>();
  const mutex = createKeyedMutex();

  async function begin(key: string): Promise<Transaction> {
    if (transactions.has(key)) await end(key, "ROLLBACK").catch(() => undefined);
    const client = await pool.connect();
    await client.query(
      "START TRANSACTION ISOLATION LEVEL REPEATABLE READ; SET LOCAL lock_timeout = '5s'",
    );
    const timer = setTimeout(
      () => void end(key, "ROLLBACK").catch(() => undefined),
      transactionLimitMs,
    );
    const transaction = { client, timer };
    transactions.set(key, transaction);
    return transaction;
  }

  async function end(key: string, statement: "COMMIT" | "ROLLBACK"): Promise<void> {
    const transaction = transactions.get(key);
    if (!transaction) return;
    transactions.delete(key);
    clearTimeout(transaction.timer);
    try {
      await transaction.client.query(statement);
      transaction.client.release();
    } catch (error) {
      transaction.client.release(true);
      throw error;
    }
  }

  async function inTransaction<T>(key: string, request: Request, work: Work<T>): Promise<T> {
    const transaction = request.fields["startTransaction"]
      ? await begin(key)
      : transactions.get(key);
    const transient = { errorLabels: ["TransientTransactionError"] };
    if (!transaction)
      throw new MongoError(251, "NoSuchTransaction", "no such transaction", transient);
    try {
      return await work(transaction.client);
    } catch (error) {
      await end(key, "ROLLBACK").catch(() => undefined);
      if (isConflict(error)) throw new MongoError(112, "WriteConflict", String(error), transient);
      throw error;
    }
  }

  async function once<T>(request: Request, work: Work<T>): Promise<T> {
    const client = await pool.connect();
    const limit = Math.trunc(Number(request.fields["maxTimeMS"] ?? 0));
    let broken = false;
    try {
      if (limit > 0) await client.query(`SET statement_timeout = ${limit}`);
      return await work(client);
    } catch (error) {
      broken = stateOf(error) === undefined;
      throw error;
    } finally {
      if (limit > 0 && !broken) {
        broken = await client.query("SET statement_timeout = 0").then(
          () => false,
          () => true,
        );
      }
      client.release(broken);
    }
  }

  /**
   * One statement is one transaction, so it can run again after a deadlock or a conflict. Retries run one at a time
   * for each collection: otherwise racing inserts of one unique key deadlock each other again and again.
   */
  async function withRetries<T>(request: Request, work: Work<T>): Promise<T> {
    try {
      return await once(request, work);
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
    return mutex.runExclusive(`${request.database}.${collectionOf(request)}`, async () => {
      for (let tries = 1; ; tries++) {
        try {
          return await once(request, work);
        } catch (error) {
          if (!isConflict(error) || tries >= maxRetries) throw error;
          await randomDelay();
        }
      }
    });
  }

  return {
    run(request, work) {
      const key = transactionOf(request);
      return key ? inTransaction(key, request, work) : withRetries(request, work);
    },
    commit: (request) => end(transactionOf(request) ?? "", "COMMIT"),
    rollback: (request) => end(transactionOf(request) ?? "", "ROLLBACK"),
    async close() {
      await Promise.allSettled([...transactions.keys()].map((key) => end(key, "ROLLBACK")));
      await pool.end();
    },
  };
}
