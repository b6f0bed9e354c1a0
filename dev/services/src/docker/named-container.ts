import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createDaemon } from "../daemon.ts";
import type { Daemon } from "../daemon.ts";
import type { ServiceName } from "../engine.ts";
import { runCommand } from "../run-command.ts";
import type { ContainerRecipe } from "./images.ts";

export interface NamedContainer {
  readonly name: ServiceName;
  /** The docker command. */
  readonly docker: string;
  readonly recipe: ContainerRecipe;
  /** The backing's folder, which gives the container its name. */
  readonly folder: string;
}

/** Names a backing's container and its volume; different folders give different names. */
export const containerName = (folder: string, name: ServiceName): string =>
  `matinale-${createHash("sha256").update(folder).digest("hex").slice(0, 8)}-${name}`;

/**
 * A container that looks like any background process: `docker run` in the foreground lives as long as the container
 * and hands on the signals it gets.
 */
export function namedContainer({ name, docker, recipe, folder }: NamedContainer): Daemon {
  const place = join(folder, name);
  const container = containerName(folder, name);
  return createDaemon({
    name,
    command: docker,
    args: runArguments(container, recipe),
    pidFile: join(place, "pid"),
    logFile: join(folder, "logs", `${name}.log`),
    patience: 90_000,
    ready: recipe.answers,
    prepare: async () => {
      mkdirSync(place, { recursive: true });
      // Read when everything is stopped: a container may be left when its command was killed.
      writeFileSync(join(place, "container"), container);
      await runCommand(docker, ["rm", "--force", container]).catch(() => undefined); // there is none
    },
  });
}

export function runArguments(container: string, recipe: ContainerRecipe): string[] {
  const environment = Object.entries(recipe.environment).flatMap(([name, value]) => [
    "--env",
    `${name}=${value}`,
  ]);
  const publish = `127.0.0.1:${recipe.hostPort}:${recipe.containerPort}`;
  const volume = `${container}:${recipe.dataFolder}`;
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
  return ["run", ...options, recipe.image, ...recipe.command];
}
