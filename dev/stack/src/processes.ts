import { join } from "node:path";
import { runCommand } from "@matinale/dev-services";
import { serviceNames, type ServiceName } from "@matinale/contracts";
import { root } from "./places.ts";

export type ProcessName = ServiceName | "simulator";
export const processNames: readonly ProcessName[] = ["simulator", ...serviceNames];

const entryOf = (name: ProcessName): string =>
  join(root, name === "simulator" ? "dev/simulator" : `services/${name}`, "src/main.ts");

/** Compiles all services, as the Dockerfile does. */
export const compile = (env: NodeJS.ProcessEnv) =>
  runCommand("npm", ["run", "--silent", "compile"], { cwd: root, env });

/**
 * Arguments of Node for a process.
 *
 * @param options.compiled  runs the output of `compile` as the image does, instead of the sources
 */
export function argumentsOf(name: ProcessName, { compiled = false } = {}): string[] {
  if (!compiled || name === "simulator") return [entryOf(name)];
  const entry = join(root, "services", name, "dist/main.js");
  return ["--conditions=compiled", "--enable-source-maps", entry];
}
