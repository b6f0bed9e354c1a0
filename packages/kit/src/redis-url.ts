import type { RedisOptions } from "ioredis";

/** What our clients choose; the protocol of the answers is the default one. */
export type ClientOptions = Omit<RedisOptions, "protocol" | "replyMapping">;

const direct = /^rediss?:\/\//;
const bySentinel =
  /^(?<scheme>rediss?)\+sentinel:\/\/(?:(?<login>[^@/]*)@)?(?<hosts>[^@/?#]+)\/(?<name>[\w.-]+)(?:\/(?<db>\d+))?(?<query>\?[^#]*)?$/;
const sentinelPort = 26_379;

/**
 * Reads `redis://…` and `rediss://…`, or the addresses of Sentinels:
 * `redis+sentinel://user:password@host:port,host:port/name/db?sentinelUsername=…&sentinelPassword=…`, where all
 * but the hosts and the name may be left out; with TLS `rediss+sentinel://…`.
 *
 * @returns the address of one server as it is, or the options by which ioredis finds the present master
 * @throws TypeError  when it is neither
 */
export function parseRedisUrl(text: string): string | ClientOptions {
  const parts = bySentinel.exec(text)?.groups;
  if (parts === undefined) {
    if (!direct.test(text) || !URL.canParse(text)) throw new TypeError("not a Redis URL");
    return text;
  }
  const { scheme, login = "", hosts = "", name = "", db = "0", query = "" } = parts;
  const { username, password, searchParams } = new URL(`redis://${login}@sentinels/${query}`);
  const given = {
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
    sentinelUsername: searchParams.get("sentinelUsername") ?? "",
    sentinelPassword: searchParams.get("sentinelPassword") ?? "",
  };
  return {
    sentinels: hosts.split(",").map(sentinelOf),
    name,
    db: Number(db),
    // for connections to the Sentinels and to Redis
    ...(scheme === "rediss" && { tls: {}, enableTLSForSentinelMode: true }),
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== "")),
  };
}

function sentinelOf(text: string): { host: string; port: number } {
  const { hostname, port } = new URL(`redis://${text}`);
  if (hostname === "") throw new TypeError("a Sentinel has no host");
  const host = hostname.replace(/^\[|\]$/g, "");
  return { host, port: port === "" ? sentinelPort : Number(port) };
}

export const isRedisUrl = (text: string): boolean => {
  try {
    return parseRedisUrl(text) !== null;
  } catch {
    return false;
  }
};
