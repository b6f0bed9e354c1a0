import { createServer, type Server } from "node:http";
import { bareApp } from "./http-app.ts";
import { gauge, registry } from "./metrics.ts";

export interface ReadinessCheck {
  name: string;
  /** Fails within 2.5 s when the dependency cannot serve requests now. */
  check(): Promise<void>;
}

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
  const failing = async (checks: ReadinessCheck[]): Promise<string[]> => {
    const outcomes = await Promise.allSettled(checks.map(({ check }) => check()));
    const hasFailed = (_: unknown, index: number) => outcomes[index]?.status === "rejected";
    return checks.filter(hasFailed).map(({ name }) => name);
  };

  gauge("dependency_up", async function () {
    const checks = [...options.checks, ...options.reported];
    const down = await failing(checks);
    for (const { name } of checks) this.set({ dependency: name }, down.includes(name) ? 0 : 1);
  });

  const app = bareApp();
  app.get("/livez", (_req, res) => void res.json({ status: "alive" }));
  app.get("/readyz", async (_req, res) => {
    if (!options.isReady()) return void res.status(503).json({ status: "not serving" });
    const names = await failing(options.checks);
    const isReady = names.length === 0;
    res.status(isReady ? 200 : 503);
    res.json({ status: isReady ? "ready" : "waiting", failing: names });
  });
  app.get("/metrics", async (_req, res) => {
    res.set("content-type", registry.contentType).send(await registry.metrics());
  });
  return createServer(app);
}
