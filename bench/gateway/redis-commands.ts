import { Redis } from "ioredis";

/**
 * How many commands on keys with this prefix Redis was given while the work was done. Counted by
 * MONITOR, so that others who use the same Redis do not matter.
 */
export async function commandsDuring(
  url: string,
  keyPrefix: string,
  work: () => Promise<unknown>,
): Promise<number> {
  const redis = new Redis(url);
  const monitor = await redis.monitor();
  let commands = 0;
  const { promise: allTold, resolve } = Promise.withResolvers<void>();
  const end = `${keyPrefix}end`;
  monitor.on("monitor", (_time: string, args: string[]) => {
    if (args.includes(end)) resolve();
    else if (args.some((arg) => arg.startsWith(keyPrefix))) commands += 1;
  });
  await work();
  // MONITOR tells in order: when it has told of this one, it has told of all before
  await redis.get(end);
  await allTold;
  monitor.disconnect();
  redis.disconnect();
  return commands;
}
