import type { Daemon } from "./process/daemon.ts";

export type ServiceName = "kafka" | "mongodb" | "redis";

/** A process of a service: native, or a container that behaves like one. */
export type Member = Pick<Daemon, "name" | "pid" | "start" | "stop">;

export interface Engine {
  /** Name for display: "Redis (native)", "MongoDB (Docker)". */
  readonly engine: string;
  readonly url: string;
  /** In the order of starting; the last one listens on the url. Empty for a service from the environment. */
  readonly members: readonly Member[];
}

export interface DevServicePorts {
  readonly kafka: number;
  readonly kafkaController: number;
  readonly mongodb: number;
  readonly postgres: number;
  readonly redis: number;
}

export interface NativeContext {
  /** Pid files, logs and data. */
  readonly folder: string;
  readonly cache: string;
  readonly ports: DevServicePorts;
  /** True when data must survive the end of the processes (but not a power cut). */
  readonly durable: boolean;
  readonly log: (line: string) => void;
}
