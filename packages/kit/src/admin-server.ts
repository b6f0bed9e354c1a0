import { createServer, type Server } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { gauge, registry } from "./metrics.ts";

export interface ReadinessCheck {
  name: string;
  /** Fails when the dependency cannot serve requests now. */
  check(): Promise<void>;
}

/** A check that takes longer has failed. Milliseconds. */
const timeoutMs = 2_500;

/**
 * Serves /livez, /readyz and /metrics. Liveness checks no dependency: a database that is down must not restart
 * every replica.
 */
export function adminServer(options: {
  isReady: () => boolean;
  /** `/readyz` waits for these. */
  checks: ReadinessCheck[];
  /** Only in `dependency_up`. */
  reported: ReadinessCheck[];
}): Server {
  /** @returns the name of a check that fails */
  const checkInTime = ({ name, check }: ReadinessCheck): Promise<string | null> =>
    Promise.race([
      check().then(
        () => null,
        () => name,
      ),
      pause(timeoutMs, name, { ref: false }),
    ]);
  const failing = async (checks: ReadinessCheck[]): Promise<string[]> => {
    const names = await Promise.all(checks.map(checkInTime));
    return names.filter((name) => name !== null);
  };

  gauge("dependency_up", async function () {
    const checks = [...options.checks, ...options.reported];
    const down = await failing(checks);
    for (const { name } of checks) this.set({ dependency: name }, down.includes(name) ? 0 : 1);
  });

  return createServer(async (req, res) => {
    const respond = (status: number, body: unknown) => {
      res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    if (req.method !== "GET" && req.method !== "HEAD") return respond(405, { status: "get only" });
    switch (req.url) {
      case "/livez":
        return respond(200, { status: "alive" });
      case "/readyz": {
        if (!options.isReady()) return respond(503, { status: "not serving" });
        const names = await failing(options.checks);
        return respond(names.length === 0 ? 200 : 503, {
          status: names.length === 0 ? "ready" : "waiting",
          failing: names,
        });
      }
      case "/metrics": {
        const text = await registry.metrics();
        res.writeHead(200, { "content-type": registry.contentType }).end(text);
        return;
      }
      default:
        return respond(404, { status: "unknown" });
    }
  });
}
