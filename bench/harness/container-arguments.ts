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
      environment: z.looseObject({ HEAP_OPTIONS: z.string().optional() }).optional(),
    }),
  ),
});
const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");
const { services } = compose.parse(parse(read("docker-compose.yml"), { merge: true }));
const [, imageOptions] = /^ENV HEAP_OPTIONS="(.+)"$/m.exec(read("Dockerfile")) ?? [];

/**
 * Arguments of Node for a service of compiled code, as in its container. The last one is the program.
 *
 * V8 limits its heap to half of the container's memory, at least 256 MB. On the machine of a bench it would choose up to
 * 4 GB, and garbage grows with the limit.
 */
export function containerArgumentsOf(name: ServiceName): string[] {
  const service = services[name];
  if (service === undefined) throw new Error(`docker-compose.yml has no service ${name}`);
  const limit = service.mem_limit;
  const megabytes = Number.parseInt(limit, 10) * (limit.endsWith("g") ? 1024 : 1);
  const options = service.environment?.HEAP_OPTIONS ?? imageOptions;
  if (options === undefined) throw new Error("Dockerfile has no HEAP_OPTIONS");
  return [
    `--max-old-space-size=${Math.max(256, megabytes / 2)}`,
    // the last value of an option counts
    ...options.split(" "),
    ...argumentsOf(name, { compiled: true }),
  ];
}
