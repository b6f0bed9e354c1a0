import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createDaemon } from "../process/daemon.ts";
import type { Engine, NativeContext } from "../engine.ts";
import { isRedisReady } from "../ready.ts";
import { redisProgram, redisServerEnv } from "./program.ts";

export async function nativeRedis({
  folder,
  cache,
  log,
  ports,
  durable,
}: NativeContext): Promise<Engine> {
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
