import { join } from "node:path";
import { serviceNames, type ServiceName } from "@matinale/contracts";
import { root } from "./places.ts";

export type ProcessName = ServiceName | "simulator";
export const processNames: readonly ProcessName[] = ["simulator", ...serviceNames];

export const entryOf = (name: ProcessName): string =>
  join(root, name === "simulator" ? "dev/simulator" : `services/${name}`, "src/main.ts");
