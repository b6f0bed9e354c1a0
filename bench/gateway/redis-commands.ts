import { Redis } from "ioredis";

/**
 * Number of Redis commands on keys with this prefix during `work`. Counted by MONITOR, so that other users of
 * the same Redis are not counted.
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
  // MONITOR reports in order: once it has reported this command, it has reported all before it
  await redis.get(end);
  await allTold;
  monitor.disconnect();
  redis.disconnect();
  return commands;
}
