import { join } from "node:path";
import { serviceNames, type ServiceName } from "@matinale/contracts";
import { root } from "./places.ts";

export type ProcessName = ServiceName | "simulator";
export const processNames: readonly ProcessName[] = ["simulator", ...serviceNames];

/** Of a service, as in the image (Dockerfile). */
export const nodeOptions = ["--max-semi-space-size=8", "--heap-growing-percent=70"];

export const entryOf = (name: ProcessName): string =>
  join(root, name === "simulator" ? "dev/simulator" : `services/${name}`, "src/main.ts");
