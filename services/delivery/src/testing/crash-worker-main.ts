/** The delivery service as a process of its own that dies or freezes once, at the crash point of its plan. */
import { writeSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { createLogger, loadConfig, runService } from "@matinale/kit";
import { schema } from "../config.ts";
import { deliveryService } from "../service.ts";
import { crashPoints, stopAt } from "./crash-points.ts";
import { readFailurePlan } from "./crash-worker.ts";

const config = loadConfig(schema);
const logger = createLogger({ service: "delivery", level: config.LOG_LEVEL });
const { point, signal, leases, clockMs, reachedLine } = readFailurePlan(process.argv[2]);
// Usually written at the end, which this process may not live to see.
flushCompileCache();

const stop = (): void => {
  writeSync(1, reachedLine);
  process.kill(process.pid, signal);
};

await runService(
  await deliveryService(config, logger, {
    now: () => new Date(Date.now() + clockMs),
    leases,
    onBuilt: (ports) => {
      if (point !== undefined) stopAt(crashPoints[point], ports, stop);
    },
  }),
);
