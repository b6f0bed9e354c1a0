export { startDevServices } from "./dev-services.ts";
export type { DevServices } from "./dev-services.ts";
export { cacheFolder } from "./cache-folder.ts";
export { usableDocker } from "./docker/containers.ts";
export { createDaemon } from "./process/daemon.ts";
export type { Daemon } from "./process/daemon.ts";
export type { DevServicePorts, Engine, Member } from "./engine.ts";
export { installOnce, withInstallationLock } from "./installation-lock.ts";
export {
  runningProcess,
  send,
  stopByPidFile,
  stopProcess,
  writePidFile,
} from "./process/pid-file.ts";
export type { ProcessIdentity } from "./process/pid-file.ts";
export { runningPortsIn } from "./running-ports.ts";
export { freePort, isPortFree, isReachable } from "./ports.ts";
export { isOk, succeeds } from "./ready.ts";
export { fieldsOfStat } from "./process/proc-stat.ts";
export { readText } from "./process/read-text.ts";
export { CommandFailed, findProgram, runCommand } from "./process/run-command.ts";
export { forgetDevServicesIn, pidFilesIn, stopDevServicesIn } from "./process/stop-leftovers.ts";
export { canInstallPackages, installPackages } from "./debian/system-packages.ts";
export { startTemporaryDevServices } from "./temporary-dev-services.ts";
