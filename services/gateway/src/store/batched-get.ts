import type { Redis } from "ioredis";

interface Waiting {
  key: string;
  resolve(value: string | null): void;
  reject(error: unknown): void;
}

/**
 * Reads all keys of one turn of the event loop with one command: most of the cost of a read is the command,
 * not the key. Nothing is cached between turns.
 */
export function batchedGet(redis: Pick<Redis, "mget">): (key: string) => Promise<string | null> {
  let waiting: Waiting[] = [];
  const flush = async () => {
    const batch = waiting;
    waiting = [];
    try {
      const values = await redis.mget(batch.map(({ key }) => key));
      for (const [index, { resolve }] of batch.entries()) resolve(values[index] ?? null);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };
  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push({ key, resolve, reject });
    });
}
