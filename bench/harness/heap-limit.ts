import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";
import type { ProcessName } from "../../dev/stack/src/processes.ts";

const compose = z.object({
  services: z.record(z.string(), z.object({ mem_limit: z.string().regex(/^\d+[mg]$/) })),
});
const file = new URL("../../docker-compose.yml", import.meta.url);
const { services } = compose.parse(parse(readFileSync(file, "utf8"), { merge: true }));

/**
 * The heap limit that V8 chooses for a service in its container: half of the memory limit, at least 256 MB. On the
 * machine of a bench it would choose up to 4 GB, and garbage grows with the limit.
 *
 * @returns megabytes
 */
export function heapLimitOf(name: ProcessName): number {
  const limit = services[name]?.mem_limit ?? "0m";
  const megabytes = Number.parseInt(limit, 10) * (limit.endsWith("g") ? 1024 : 1);
  return Math.max(256, megabytes / 2);
}
