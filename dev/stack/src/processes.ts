import { join } from "node:path";
import { root } from "./places.ts";

export const serviceNames = [
  "gateway",
  "identity",
  "preferences",
  "billing",
  "content",
  "delivery",
] as const;
export type ServiceName = (typeof serviceNames)[number];
export type ProcessName = ServiceName | "simulator";
export const processNames: readonly ProcessName[] = ["simulator", ...serviceNames];

export const entryOf = (name: ProcessName): string =>
  join(root, name === "simulator" ? "dev/simulator" : `services/${name}`, "src/main.ts");
