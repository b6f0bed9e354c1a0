import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { withInstallationLock } from "../installation-lock.ts";
import { freePort } from "../ports.ts";
import { brokerDaemon } from "./broker.ts";
import type { KafkaInstallation } from "./install.ts";

/**
 * Options with which Java loads Kafka's classes from an archive (application class-data sharing, JEP 350) instead of
 * reading and checking them anew: half the time and half the work of a start. The archive is made once, by a broker
 * that runs for nothing else.
 */
export async function archivedClasses(
  installation: KafkaInstallation,
  log: (line: string) => void,
): Promise<readonly string[]> {
  const home = dirname(installation.libraries);
  // Another Java would not take it.
  const archive = join(home, `classes-java-${installation.javaVersion}.jsa`);
  await withInstallationLock(archive, async () => {
    if (!existsSync(archive)) await archiveClasses(installation, archive, log);
  }).catch((error: unknown) =>
    log(`kafka: starts will be slower, no class archive: ${String(error)}`),
  );
  return existsSync(archive) ? [`-XX:SharedArchiveFile=${archive}`, "-Xshare:auto"] : [];
}

async function archiveClasses(
  installation: KafkaInstallation,
  archive: string,
  log: (line: string) => void,
): Promise<void> {
  log("kafka: archiving its classes, so that it starts faster");
  const place = `${archive}.work`;
  await rm(place, { recursive: true, force: true });
  await mkdir(place, { recursive: true });
  try {
    const fresh = join(place, "classes.jsa");
    const port = await freePort();
    const broker = await brokerDaemon({
      installation,
      place,
      logFile: join(place, "kafka.log"),
      port,
      controllerPort: await freePort(new Set([port])),
      classes: [],
      atExit: fresh,
    });
    await broker.start();
    await broker.stop();
    await rename(fresh, archive);
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}
