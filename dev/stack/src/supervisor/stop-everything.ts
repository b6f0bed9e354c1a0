import {
  pidFilesIn,
  runningProcess,
  stopDevServicesIn,
  stopByPidFile,
} from "@matinale/dev-services";
import type { ProcessIdentity } from "@matinale/dev-services";
import type { Places } from "../places.ts";

/**
 * Stops every process with a pid file in the stack's folder: the services first, so that they can still publish and
 * store their work, then the simulator, then Kafka, MongoDB and Redis.
 */
export async function stopEverything(places: Places): Promise<void> {
  const files = pidFilesIn(places.pids);
  const simulator = files.filter((file) => file.endsWith("/simulator.pid"));
  const services = files.filter((file) => !simulator.includes(file));
  await Promise.all(services.map((file) => stopByPidFile(file, { killAfterMs: 28_000 })));
  await Promise.all(simulator.map((file) => stopByPidFile(file)));
  await stopDevServicesIn(places.backing);
}

export function runningProcesses(places: Places): ProcessIdentity[] {
  return [...pidFilesIn(places.pids), ...pidFilesIn(places.backing)].flatMap(
    (file) => runningProcess(file) ?? [],
  );
}
