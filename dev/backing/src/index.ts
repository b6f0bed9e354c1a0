export { startBacking } from "./backing.ts";
export type { Backing, BackingOptions, ServiceName } from "./backing.ts";
export type { BackingPorts, Engine, Member } from "./engine.ts";
