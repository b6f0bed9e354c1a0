import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { runCommand } from "@matinale/dev-services";
import { serviceNames, type ServiceName } from "@matinale/contracts";
import { root } from "./places.ts";

export type ProcessName = ServiceName | "simulator";
export const processNames: readonly ProcessName[] = ["simulator", ...serviceNames];

/** Node options of a service, as in the Dockerfile. */
export const nodeOptions = ["--max-semi-space-size=8", "--heap-growing-percent=70"];

const entryOf = (name: ProcessName): string =>
  join(root, name === "simulator" ? "dev/simulator" : `services/${name}`, "src/main.ts");

const image = (file: string) => join(root, "packages/kit/src/image", file);

/** Writes the code of all processes, without types, into this folder. */
export const stripTypes = (into: string, env: NodeJS.ProcessEnv) =>
  runCommand(
    process.execPath,
    [image("strip-types.ts"), "--into", into, "packages", "services", "dev/simulator"],
    { cwd: root, env },
  );

/** Arguments of Node for a process, with the memory settings of its image. */
export function argumentsOf(name: ProcessName, { stripped }: { stripped: string }): string[] {
  const loader = pathToFileURL(image("load-stripped.js"));
  loader.searchParams.set("from", stripped);
  return [`--import=${loader.href}`, ...nodeOptions, entryOf(name)];
}
