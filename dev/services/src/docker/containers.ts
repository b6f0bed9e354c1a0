import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Engine, Member, NativeContext, ServiceName } from "../engine.ts";
import { createDaemon } from "../process/daemon.ts";
import { findProgram, runCommand } from "../process/run-command.ts";
import { containerSpec, type ContainerSpec } from "./container-specs.ts";

/** When Docker does not respond within this time, starting the services natively is faster. */
const responseTimeoutMs = 4000;
const pullTimeoutMs = 300_000;
const startTimeoutMs = 90_000;

/** The docker command, when its daemon responds. BACKING=native: Docker is not used. */
export async function usableDocker(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const docker = env["BACKING"] === "native" ? undefined : findProgram("docker", env["PATH"]);
  if (!docker) return undefined;
  const options = { env, timeout: responseTimeoutMs };
  return runCommand(docker, ["version", "--format", "{{.Server.Version}}"], options).then(
    () => docker,
    () => undefined,
  );
}

/** Name of a service's container and volume. Different folders give different names. */
export const containerName = (folder: string, name: ServiceName): string =>
  `matinale-${createHash("sha256").update(folder).digest("hex").slice(0, 8)}-${name}`;

/** Runs the service in a container. Undefined when Docker cannot: the caller then runs it natively. */
export async function containerEngine(
  docker: string,
  name: ServiceName,
  { folder, ports, durable, log }: NativeContext,
): Promise<Engine | undefined> {
  const spec = containerSpec(name, ports, durable);
  const { engine, image, url } = spec;
  const member = container(docker, name, spec, folder);
  try {
    await runCommand(docker, ["image", "inspect", image]).catch(() => {
      log(`${name}: pulling ${image}`);
      return runCommand(docker, ["pull", "--quiet", image], { timeout: pullTimeoutMs });
    });
    await member.start();
    return { engine, url, members: [member] };
  } catch (error) {
    log(`${name}: Docker could not run ${image}, running natively: ${String(error)}`);
    return undefined;
  }
}

function container(docker: string, name: ServiceName, spec: ContainerSpec, folder: string): Member {
  const serviceFolder = join(folder, name);
  const nameInDocker = containerName(folder, name);
  // `docker run` in the foreground lives as long as the container and forwards signals to it.
  return createDaemon({
    name,
    command: docker,
    args: runArguments(nameInDocker, spec),
    pidFile: join(serviceFolder, "pid"),
    logFile: join(folder, "logs", `${name}.log`),
    startTimeoutMs,
    ready: spec.isReady,
    prepare: async () => {
      mkdirSync(serviceFolder, { recursive: true });
      // Read on stop: the container stays when its `docker run` was killed.
      writeFileSync(join(serviceFolder, "container"), nameInDocker);
      await runCommand(docker, removeArguments(nameInDocker)).catch(() => undefined); // There is none.
    },
  });
}

/** Arguments of the docker command. A volume with a name outlives the container; other volumes do not. */
export function runArguments(nameInDocker: string, spec: ContainerSpec): string[] {
  // The servers have no passwords, so they listen on the loopback address only.
  const publish = `127.0.0.1:${spec.hostPort}:${spec.containerPort}`;
  return [
    "run",
    "--rm",
    `--name=${nameInDocker}`,
    `--publish=${publish}`,
    ...(spec.durable ? [`--volume=${nameInDocker}:${spec.dataFolder}`] : []),
    ...Object.entries(spec.environment).map(([name, value]) => `--env=${name}=${value}`),
    spec.image,
    ...spec.command,
  ];
}

/** Arguments of the docker command that ends a container and removes its volumes that have no name. */
export const removeArguments = (nameInDocker: string): string[] => [
  "rm",
  "--force",
  "--volumes",
  nameInDocker,
];
