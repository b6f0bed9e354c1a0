import { join } from "node:path";
import type { DevServicePorts } from "./engine.ts";
import { runningProcess } from "./process/pid-file.ts";

/** The ports of each process, by its pid file in the folder of the services. */
const portsByPidFile: Readonly<Record<string, readonly (keyof DevServicePorts)[]>> = {
  "kafka/pid": ["kafka", "kafkaController"],
  "mongodb/pid": ["mongodb"],
  "documentdb/gateway.pid": ["mongodb"],
  "documentdb/postgres.pid": ["postgres"],
  "redis/pid": ["redis"],
};

/** Names of the ports whose process, native or a container, runs in this folder. */
export const runningPortsIn = (folder: string): (keyof DevServicePorts)[] =>
  Object.entries(portsByPidFile).flatMap(([file, ports]) =>
    runningProcess(join(folder, file)) ? ports : [],
  );
