import { readFileSync } from "node:fs";
import type { ServiceName } from "@matinale/contracts";
import { parse } from "yaml";
import { z } from "zod";
import { argumentsOf } from "../../dev/stack/src/processes.ts";

const compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      mem_limit: z.string().regex(/^\d+[mg]$/),
      environment: z.looseObject({ HEAP_LIMIT_MB: z.coerce.number().optional() }).optional(),
    }),
  ),
});
const file = new URL("../../docker-compose.yml", import.meta.url);
const { services } = compose.parse(parse(readFileSync(file, "utf8"), { merge: true }));

/**
 * Megabytes of the heap limit of a service in its container: the declared one, or the one that V8 chooses, which is half
 * of the memory limit, at least 256. On the machine of a bench it would choose up to 4 GB, and garbage grows with the
 * limit.
 */
function heapLimitOf(name: ServiceName): number {
  const service = services[name];
  if (service === undefined) throw new Error(`docker-compose.yml has no service ${name}`);
  const limit = service.mem_limit;
  const megabytes = Number.parseInt(limit, 10) * (limit.endsWith("g") ? 1024 : 1);
  return service.environment?.HEAP_LIMIT_MB ?? Math.max(256, megabytes / 2);
}

/** Arguments of Node for a service of compiled code, as in its container. The last one is the program. */
export const containerArgumentsOf = (name: ServiceName): string[] => [
  `--max-old-space-size=${heapLimitOf(name)}`,
  ...argumentsOf(name, { compiled: true }),
];
