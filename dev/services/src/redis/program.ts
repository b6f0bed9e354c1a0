import { join } from "node:path";
import { canUnpackDebian, unpackDebianTree } from "../debian/debian-tree.ts";
import { NoEngineAvailable } from "../engine.ts";
import { withInstallationLock } from "../installation-lock.ts";
import { findProgram } from "../process/run-command.ts";

/** Debian has one binary for the server and its tools. The name in argv[0] selects the server. */
export const redisServerEnv = { ...process.env, ARGV0: "redis-server" };

/** redis-server from the PATH, else from a private folder. */
export const redisProgram = async (cache: string, log: (line: string) => void): Promise<string> =>
  findProgram("redis-server") ?? privateRedis(cache, log);

/** Unpacks Debian's package into a private folder: installing it would also start a system service. */
async function privateRedis(cache: string, log: (line: string) => void): Promise<string> {
  if (!canUnpackDebian()) {
    throw new NoEngineAvailable(
      "There is no Redis: install redis-server 7.0 or later, or set REDIS_URL",
    );
  }
  const parent = join(cache, "debian");
  return withInstallationLock(join(parent, "redis"), async () => {
    const tree = await unpackDebianTree(
      {
        name: "redis",
        suite: "bookworm",
        packages: ["redis-server"],
        keep: ["usr/bin/redis-check-rdb"],
        programs: ["usr/bin/redis-check-rdb"],
      },
      parent,
      log,
    );
    return join(tree, "usr/bin/redis-check-rdb");
  });
}
