import { readFileSync } from "node:fs";
import type { ServiceName } from "@matinale/contracts";
import { parse } from "yaml";
import { z } from "zod";
import { argumentsOf } from "../../dev/stack/src/processes.ts";

const compose = z.object({
  services: z.record(z.string(), z.object({ mem_limit: z.string().regex(/^\d+[mg]$/) })),
});
const file = new URL("../../docker-compose.yml", import.meta.url);
const { services } = compose.parse(parse(readFileSync(file, "utf8"), { merge: true }));

/**
 * Megabytes of the heap limit that V8 chooses for a service in its container: half of the memory limit, at least 256.
 * On the machine of a bench it would choose up to 4 GB, and garbage grows with the limit.
 */
function heapLimitOf(name: ServiceName): number {
  const limit = services[name]?.mem_limit;
  if (limit === undefined) throw new Error(`docker-compose.yml has no service ${name}`);
  const megabytes = Number.parseInt(limit, 10) * (limit.endsWith("g") ? 1024 : 1);
  return Math.max(256, megabytes / 2);
}

/** Arguments of Node for a service of compiled code, as in its container. The last one is the program. */
export const containerArgumentsOf = (name: ServiceName): string[] => [
  `--max-old-space-size=${heapLimitOf(name)}`,
  ...argumentsOf(name, { compiled: true }),
];
