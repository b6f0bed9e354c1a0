import type { Daemon } from "./daemon.ts";

export type ServiceName = "kafka" | "mongodb" | "redis";

/** What keeps a backing service going: a native process, or a container that behaves like one. */
export type Member = Pick<Daemon, "name" | "pid" | "start" | "stop"> & {
  readonly logFile?: string;
};

/** One running backing service. */
export interface Engine {
  /** For people: "Redis (native)", "MongoDB 8.0 (Docker)". */
  readonly engine: string;
  readonly url: string;
  /** In the order of starting; the last one listens on the url. Empty when somebody else runs it. */
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
  /** Pid files, logs and data of this backing. */
  readonly folder: string;
  readonly cache: string;
  readonly ports: DevServicePorts;
  /** Whether data must outlive the processes (not a power cut). */
  readonly durable: boolean;
  readonly log: (line: string) => void;
}

/** No way of running a service worked; the message tells a person what to do about it. */
export class NothingWorks extends Error {
  override readonly name = "NothingWorks";
}
