import type { Engine, ServiceName } from "./engine.ts";
import { isReachable } from "./ports.ts";

const variables: Record<ServiceName, string> = {
  kafka: "KAFKA_BROKERS",
  mongodb: "MONGODB_URI",
  redis: "REDIS_URL",
};

/** The service whose URL the environment sets, if any. @throws Error  when nothing listens there */
export async function fromEnvironment(
  name: ServiceName,
  env: NodeJS.ProcessEnv,
): Promise<Engine | undefined> {
  const variable = variables[name];
  const url = env[variable];
  if (!url) return undefined;
  const addresses = addressesIn(url);
  const reachable = await Promise.all(addresses.map(isReachable));
  // A mongodb+srv URL has no port and cannot be checked here.
  if (addresses.length > 0 && !reachable.includes(true)) {
    throw new Error(
      `${variable} is set, but nothing listens there; start it, or unset ${variable}`,
    );
  }
  return { engine: `from ${variable}`, url, members: [] };
}

/** Hosts and ports in "host:port,host:port" or "scheme://user:password@host:port,host:port/path". */
export function addressesIn(url: string): { host: string; port: number }[] {
  const authority = url.replace(/^[a-z+]+:\/\//, "").replace(/[/?].*$/, "");
  const hosts = authority.slice(authority.lastIndexOf("@") + 1);
  return hosts.split(",").flatMap((address) => {
    const found = /^(.+):(\d+)$/.exec(address.trim());
    return found?.[1] ? [{ host: found[1].replace(/^\[|\]$/g, ""), port: Number(found[2]) }] : [];
  });
}
