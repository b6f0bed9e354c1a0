import { z } from "zod";
import type { ServiceName } from "@matinale/contracts";
import type { DevServices, Daemon, Engine } from "@matinale/dev-services";
import { readJson, writeJson } from "./json-file.ts";
import type { StackPorts } from "./ports/stack-ports.ts";

const engine = z.object({ engine: z.string(), url: z.string(), pid: z.number().optional() });

const schema = z.object({
  app: z.string(),
  phone: z.string(),
  services: z.array(
    z.object({
      name: z.string(),
      pid: z.number(),
      url: z.string(),
      metricsUrl: z.string(),
      log: z.string(),
    }),
  ),
  backing: z.object({ kafka: engine, mongodb: engine, redis: engine }),
});

/** Content of stack.json: the running stack, for tools and tests. `pid` is the process that listens on `url`. */
export type Stack = z.infer<typeof schema>;

export function describeStack(
  ports: StackPorts,
  services: readonly (Daemon & { readonly name: ServiceName })[],
  devServices: Pick<DevServices, "kafka" | "mongodb" | "redis">,
  previous?: Stack,
): Stack {
  const running = ({ engine, url, members }: Engine) => {
    const pid = members.at(-1)?.pid;
    return pid === undefined ? { engine, url } : { engine, url, pid };
  };
  return {
    app: `http://127.0.0.1:${ports.gateway}`,
    phone: `http://127.0.0.1:${ports.simulator}`,
    services: services.map(({ name, pid, logFile }) => ({
      name,
      // A process that is restarting keeps its last pid until it runs again.
      pid: pid ?? previous?.services.find((service) => service.name === name)?.pid ?? 0,
      url: `http://127.0.0.1:${ports[name]}`,
      metricsUrl: `http://127.0.0.1:${ports[`${name}-metrics`]}/metrics`,
      log: logFile,
    })),
    backing: {
      kafka: running(devServices.kafka),
      mongodb: running(devServices.mongodb),
      redis: running(devServices.redis),
    },
  };
}

export const writeStack = (file: string, stack: Stack): void => writeJson(file, stack);

export const readStack = (file: string): Stack | undefined => readJson(file, schema);
