import type { Server } from "node:http";
import { gauge, registry } from "./metrics.ts";
import { createServer } from "./node-http.ts";

export interface ReadinessCheck {
  name: string;
  /** Fails when the dependency cannot serve requests now. */
  check(): Promise<void>;
}

/** How long a result of the readiness checks is cached, so that probes cost nothing. Milliseconds. */
const freshMs = 2_000;
const checkMs = 2_500;

/**
 * Serves /livez, /readyz and /metrics. Liveness checks no dependency: a database that is down must not restart
 * every replica.
 */
export function adminServer(options: { isReady: () => boolean; checks: ReadinessCheck[] }): Server {
  let verdict: { at: number; failing: Promise<string[]> } | undefined;

  const within = (check: ReadinessCheck): Promise<string | null> => {
    const late = new Promise<string>((resolve) => {
      setTimeout(() => resolve(check.name), checkMs).unref();
    });
    return Promise.race([
      check.check().then(
        () => null,
        () => check.name,
      ),
      late,
    ]);
  };
  const failing = (): Promise<string[]> => {
    if (verdict === undefined || performance.now() - verdict.at > freshMs) {
      const answers = Promise.all(options.checks.map(within));
      verdict = {
        at: performance.now(),
        failing: answers.then((names) => names.filter((name) => name !== null)),
      };
    }
    return verdict.failing;
  };

  gauge("dependency_up", {
    async collect() {
      const away = await failing();
      for (const { name } of options.checks)
        this.set({ dependency: name }, away.includes(name) ? 0 : 1);
    },
  });

  return createServer(async (req, res) => {
    const answer = (status: number, body: unknown) => {
      res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    if (req.method !== "GET" && req.method !== "HEAD") return answer(405, { status: "get only" });
    switch (req.url) {
      case "/livez":
        return answer(200, { status: "alive" });
      case "/readyz": {
        if (!options.isReady()) return answer(503, { status: "not serving" });
        const names = await failing();
        return answer(names.length === 0 ? 200 : 503, {
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
        return answer(404, { status: "unknown" });
    }
  });
}
