import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { canUnpackDebian, unpackDebianTree } from "../debian/debian-tree.ts";
import type { Engine, NativeContext } from "../engine.ts";
import { createDaemon } from "../process/daemon.ts";
import { findProgram, runCommand } from "../process/run-command.ts";
import { isRedisReady } from "../ready.ts";

export async function nativeRedis(context: NativeContext): Promise<Engine> {
  const { folder, cache, log, ports, durable } = context;
  const program = await redisProgram(cache, log);
  const serviceFolder = join(folder, "redis");
  const port = ports.redis;
  const network = ["--port", String(port), "--bind", "127.0.0.1", "--protected-mode", "yes"];
  const data = join(serviceFolder, "data");
  const storage = ["--dir", data, "--save", "", "--appendonly", durable ? "yes" : "no"];
  await mkdir(data, { recursive: true });
  const daemon = createDaemon({
    name: "redis",
    command: program,
    args: ["--daemonize", "no", ...network, ...storage],
    env: redisServerEnv,
    pidFile: join(serviceFolder, "pid"),
    logFile: join(folder, "logs", "redis.log"),
    ready: () => isRedisReady(port),
  });
  await daemon.start();
  return { engine: "Redis (native)", url: `redis://127.0.0.1:${port}`, members: [daemon] };
}

/** Debian has one binary for the server and its tools. The name in argv[0] selects the server. */
export const redisServerEnv = { ...process.env, ARGV0: "redis-server" };

/** Older releases lack commands that the services use, such as GETEX. */
const minMajorVersion = 7;

/** redis-server from the PATH, unless it is too old. */
export async function installedRedis(path = process.env["PATH"]): Promise<string | undefined> {
  const program = findProgram("redis-server", path);
  if (program === undefined) return undefined;
  const output = await runCommand(program, ["--version"]).catch(() => "");
  // "Redis server v=7.0.15 sha=00000000:0"
  const major = Number(/ v=(\d+)/.exec(output)?.[1]);
  return major >= minMajorVersion ? program : undefined;
}

/** redis-server from the PATH, else from a private folder. */
export const redisProgram = async (cache: string, log: (line: string) => void): Promise<string> =>
  (await installedRedis()) ?? privateRedis(cache, log);

/** Unpacks Debian's package into a private folder: installing it would also start a system service. */
async function privateRedis(cache: string, log: (line: string) => void): Promise<string> {
  if (!canUnpackDebian()) {
    throw new Error(
      `There is no Redis: install redis-server ${minMajorVersion}.0 or later, or set REDIS_URL`,
    );
  }
  const program = "usr/bin/redis-check-rdb";
  const tree = {
    name: "redis",
    suite: "bookworm",
    packages: ["redis-server"],
    programs: [program],
  };
  return join(await unpackDebianTree(tree, cache, log), program);
}
