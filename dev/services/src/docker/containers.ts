import { createHash } from "node:crypto";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { StartedTestContainer } from "testcontainers";
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
  const member = durable
    ? durableContainer(docker, name, spec, folder)
    : temporaryContainer(name, spec);
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

/** A container for tests. It ends with the process that started it, also when that process is killed. */
function temporaryContainer(name: ServiceName, spec: ContainerSpec): Member {
  let started: StartedTestContainer | undefined;
  const stop = async () => void (await started?.stop());
  return {
    name,
    pid: undefined,
    start: async () => {
      const { GenericContainer, Wait } = await import("testcontainers");
      class LoopbackContainer extends GenericContainer {
        /** testcontainers publishes ports on all interfaces, and the servers have no passwords. */
        protected override async beforeContainerCreated(): Promise<void> {
          for (const bindings of Object.values(this.hostConfig.PortBindings ?? {}))
            for (const binding of bindings as { HostIp?: string }[]) binding.HostIp = "127.0.0.1";
        }
      }
      started = await new LoopbackContainer(spec.image)
        .withEnvironment(spec.environment)
        .withCommand([...spec.command])
        .withExposedPorts({ container: spec.containerPort, host: spec.hostPort })
        // the loop below asks the service itself, which also works for images without a shell
        .withWaitStrategy(Wait.forAll([]))
        .start();
      const deadline = Date.now() + startTimeoutMs;
      while (!(await spec.isReady())) {
        if (Date.now() > deadline) {
          await stop();
          throw new Error(`no response within ${startTimeoutMs / 1_000} s`);
        }
        await pause(100);
      }
    },
    stop,
  };
}

/** A container with a name and a volume, which outlives the process that starts it. */
function durableContainer(
  docker: string,
  name: ServiceName,
  spec: ContainerSpec,
  folder: string,
): Member {
  const serviceFolder = join(folder, name);
  const nameInDocker = containerName(folder, name);
  // Read on stop: the container stays when its `docker run` was killed.
  const record = join(serviceFolder, "container");
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
      await runCommand(docker, ["rm", "--force", nameInDocker]).catch(() => undefined); // There is none.
      // The data of a folder that was deleted, perhaps while Docker was away.
      if (!existsSync(record)) await runCommand(docker, ["volume", "rm", "--force", nameInDocker]);
      writeFileSync(record, nameInDocker);
    },
  });
}

/** Arguments of the docker command. The volume has a name and outlives the container. */
export function runArguments(nameInDocker: string, spec: ContainerSpec): string[] {
  // The servers have no passwords, so they listen on the loopback address only.
  const publish = `127.0.0.1:${spec.hostPort}:${spec.containerPort}`;
  return [
    "run",
    "--rm",
    `--name=${nameInDocker}`,
    `--publish=${publish}`,
    `--volume=${nameInDocker}:${spec.dataFolder}`,
    ...Object.entries(spec.environment).map(([name, value]) => `--env=${name}=${value}`),
    spec.image,
    ...spec.command,
  ];
}
