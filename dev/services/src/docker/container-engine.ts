import { setTimeout as delay } from "node:timers/promises";
import type { Engine, Member, NativeContext, ServiceName } from "../engine.ts";
import { findProgram, runCommand } from "../run-command.ts";
import { imageIsAvailable } from "./docker-api.ts";
import type { DockerAddress } from "./docker-api.ts";
import { recipeFor } from "./images.ts";
import type { ContainerRecipe } from "./images.ts";
import { namedContainer } from "./named-container.ts";

/** Milliseconds. */
const patience = 90_000;

/** The service in a container, or undefined when Docker cannot do it: the native way follows then. */
export async function containerEngine(
  docker: DockerAddress,
  name: ServiceName,
  context: NativeContext,
): Promise<Engine | undefined> {
  const recipe = recipeFor(name, context.ports, context.durable);
  const { engine, image, url } = recipe;
  if (!(await imageIsAvailable(docker, image))) {
    context.log(`${name}: Docker can get no ${image}; running it natively`);
    return undefined;
  }
  try {
    // A container that keeps its data has a name, and outlives whoever starts it; a test's is gone with the test.
    const member = context.durable
      ? await keptContainer(name, recipe, context)
      : await throwaway(name, recipe);
    return { engine, url, members: [member] };
  } catch (error) {
    context.log(`${name}: Docker could not run ${image} (${String(error)}); running it natively`);
    return undefined;
  }
}

async function keptContainer(
  name: ServiceName,
  recipe: ContainerRecipe,
  context: NativeContext,
): Promise<Member> {
  const docker = findProgram("docker");
  if (!docker) throw new Error("the docker command is not on the PATH");
  await runCommand(docker, ["image", "inspect", recipe.image]).catch(() => {
    context.log(`${name}: pulling ${recipe.image}`);
    return runCommand(docker, ["pull", "--quiet", recipe.image], { timeout: 300_000 });
  });
  const member = namedContainer({ name, docker, recipe, folder: context.folder });
  await member.start();
  return member;
}

async function throwaway(name: ServiceName, recipe: ContainerRecipe): Promise<Member> {
  const { GenericContainer, Wait } = await import("testcontainers");
  const container = await new GenericContainer(recipe.image)
    .withEnvironment(recipe.environment)
    .withCommand([...recipe.command])
    .withExposedPorts({ container: recipe.containerPort, host: recipe.hostPort })
    // We ask the service itself below, which also works with images that have no shell tools.
    .withWaitStrategy(Wait.forAll([]))
    .start();
  const deadline = Date.now() + patience;
  while (!(await recipe.answers())) {
    if (Date.now() > deadline) {
      await container.stop();
      throw new Error(`no answer within ${patience / 1000} s`);
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
