import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Redis } from "ioredis";

const run = fileURLToPath(new URL("../../../../dev/services/src/redis/run.ts", import.meta.url));

export interface RedisServer {
  port: number;
  url: string;
  client: Redis;
  close(): Promise<void>;
}

/** Starts redis-server in its own process, for a test of fail-overs. */
export async function startRedisServer(...args: string[]): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), "matinale-redis-"));
  return serverIn(folder, ["--save", "", "--appendonly", "no", ...args]);
}

/** Starts a Sentinel that alone decides, half a second after `master` has gone. */
export async function startRedisSentinel(name: string, master: RedisServer): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), "matinale-sentinel-"));
  const file = join(folder, "sentinel.conf");
  await writeFile(
    file,
    [
      `sentinel monitor ${name} 127.0.0.1 ${master.port} 1`,
      `sentinel down-after-milliseconds ${name} 500`,
      `sentinel failover-timeout ${name} 3000`,
    ].join("\n"),
  );
  return serverIn(folder, [file, "--sentinel"]);
}

async function serverIn(folder: string, args: string[]): Promise<RedisServer> {
  const child = spawn(process.execPath, [run, ...args, "--bind", "127.0.0.1", "--dir", folder], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const failed = once(child, "exit").then(() => Promise.reject(new Error("redis-server ended")));
  const [printed] = (await Promise.race([once(child.stdout, "data"), failed])) as [Buffer];
  const port = Number(printed.toString());
  const url = `redis://127.0.0.1:${port}`;
  const client = new Redis(url, { retryStrategy: () => 50, maxRetriesPerRequest: null });
  client.on("error", () => undefined);
  await Promise.race([new Promise((resolve) => void client.once("ready", resolve)), failed]);
  return {
    port,
    url,
    client,
    close: async () => {
      client.disconnect();
      const ended = child.exitCode === null ? once(child, "exit") : undefined;
      child.stdin.end();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
