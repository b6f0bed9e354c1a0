import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createDaemon } from "../process/daemon.ts";
import type { Daemon } from "../process/daemon.ts";
import type { ServiceName } from "../engine.ts";
import { runCommand } from "../process/run-command.ts";
import type { ContainerSpec } from "./container-specs.ts";

export interface NamedContainer {
  readonly name: ServiceName;
  /** The docker command. */
  readonly docker: string;
  readonly spec: ContainerSpec;
  /** The folder of the dev services. The container's name derives from it. */
  readonly folder: string;
}

/** Name of a service's container and volume. Different folders give different names. */
export const containerName = (folder: string, name: ServiceName): string =>
  `matinale-${createHash("sha256").update(folder).digest("hex").slice(0, 8)}-${name}`;

/**
 * A container managed as a background process: `docker run` in the foreground lives as long as the container and
 * forwards signals to it.
 */
export function namedContainer({ name, docker, spec, folder }: NamedContainer): Daemon {
  const serviceFolder = join(folder, name);
  const container = containerName(folder, name);
  return createDaemon({
    name,
    command: docker,
    args: runArguments(container, spec),
    pidFile: join(serviceFolder, "pid"),
    logFile: join(folder, "logs", `${name}.log`),
    startTimeoutMs: 90_000,
    ready: spec.isReady,
    prepare: async () => {
      mkdirSync(serviceFolder, { recursive: true });
      // Read on stop: the container stays when its `docker run` was killed.
      writeFileSync(join(serviceFolder, "container"), container);
      await runCommand(docker, ["rm", "--force", container]).catch(() => undefined); // There is none.
    },
  });
}

export function runArguments(container: string, spec: ContainerSpec): string[] {
  const environment = Object.entries(spec.environment).flatMap(([name, value]) => [
    "--env",
    `${name}=${value}`,
  ]);
  const publish = `127.0.0.1:${spec.hostPort}:${spec.containerPort}`;
  const volume = `${container}:${spec.dataFolder}`;
  const options = [
    "--rm",
    "--name",
    container,
    "--publish",
    publish,
    "--volume",
    volume,
    ...environment,
  ];
  return ["run", ...options, spec.image, ...spec.command];
}
