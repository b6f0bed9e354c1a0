import {
  pidFilesIn,
  runningProcess,
  stopDevServicesIn,
  stopByPidFile,
  type ProcessIdentity,
} from "@matinale/dev-services";
import type { Places } from "../places.ts";

/**
 * Stops every process with a pid file in the stack's folder: the services first, so that they can still publish and
 * store their work, then the simulator, then Kafka, MongoDB and Redis. Again for those that a start, which is interrupted,
 * began in the meantime.
 */
export async function stopEverything(places: Places): Promise<void> {
  do await stopOnce(places);
  while (runningProcesses(places).length > 0);
}

async function stopOnce(places: Places): Promise<void> {
  const files = pidFilesIn(places.pids);
  const simulator = files.filter((file) => file.endsWith("/simulator.pid"));
  const services = files.filter((file) => !simulator.includes(file));
  await stopServices(services);
  await Promise.all(simulator.map((file) => stopByPidFile(file)));
  await stopDevServicesIn(places.devServices);
}

/** Stops the services of these pid files. They have time to publish and store their work. */
export async function stopServices(pidFiles: readonly string[]): Promise<void> {
  await Promise.all(pidFiles.map((file) => stopByPidFile(file, { killAfterMs: 28_000 })));
}

export function runningProcesses(places: Places): ProcessIdentity[] {
  return [...pidFilesIn(places.pids), ...pidFilesIn(places.devServices)].flatMap(
    (file) => runningProcess(file) ?? [],
  );
}
