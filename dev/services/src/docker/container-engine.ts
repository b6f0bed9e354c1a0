import { setTimeout as delay } from "node:timers/promises";
import type { Engine, Member, NativeContext, ServiceName } from "../engine.ts";
import { findProgram, runCommand } from "../process/run-command.ts";
import { imageIsAvailable } from "./docker-api.ts";
import type { DockerAddress } from "./docker-api.ts";
import { containerSpec } from "./container-specs.ts";
import type { ContainerSpec } from "./container-specs.ts";
import { namedContainer } from "./named-container.ts";

const startTimeoutMs = 90_000;

/** Runs the service in a container. Undefined when Docker cannot: the caller then runs it natively. */
export async function containerEngine(
  docker: DockerAddress,
  name: ServiceName,
  context: NativeContext,
): Promise<Engine | undefined> {
  const spec = containerSpec(name, context.ports, context.durable);
  const { engine, image, url } = spec;
  if (!(await imageIsAvailable(docker, image))) {
    context.log(`${name}: no image ${image} in Docker, running natively`);
    return undefined;
  }
  try {
    // A durable container has a name and outlives the process that starts it. A temporary one ends with its test.
    const member = context.durable
      ? await durableContainer(name, spec, context)
      : await temporaryContainer(name, spec);
    return { engine, url, members: [member] };
  } catch (error) {
    context.log(`${name}: Docker could not run ${image}, running natively: ${String(error)}`);
    return undefined;
  }
}

async function durableContainer(
  name: ServiceName,
  spec: ContainerSpec,
  context: NativeContext,
): Promise<Member> {
  const docker = findProgram("docker");
  if (!docker) throw new Error("the docker command is not on the PATH");
  await runCommand(docker, ["image", "inspect", spec.image]).catch(() => {
    context.log(`${name}: pulling ${spec.image}`);
    return runCommand(docker, ["pull", "--quiet", spec.image], { timeout: 300_000 });
  });
  const member = namedContainer({ name, docker, spec, folder: context.folder });
  await member.start();
  return member;
}

async function temporaryContainer(name: ServiceName, spec: ContainerSpec): Promise<Member> {
  const { GenericContainer, Wait } = await import("testcontainers");
  const container = await new GenericContainer(spec.image)
    .withEnvironment(spec.environment)
    .withCommand([...spec.command])
    .withExposedPorts({ container: spec.containerPort, host: spec.hostPort })
    // The loop below asks the service itself, which also works for images without a shell.
    .withWaitStrategy(Wait.forAll([]))
    .start();
  const deadline = Date.now() + startTimeoutMs;
  while (!(await spec.isReady())) {
    if (Date.now() > deadline) {
      await container.stop();
      throw new Error(`no response within ${startTimeoutMs / 1000} s`);
    }
    await delay(100);
  }
  return {
    name,
    pid: undefined,
    start: async () => undefined,
    stop: async () => {
      await container.stop();
    },
  };
}
