import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { withInstallationLock } from "../installation-lock.ts";
import { freePort } from "../ports.ts";
import { brokerDaemon } from "./broker.ts";
import type { KafkaInstallation } from "./install.ts";

/**
 * JVM options to load Kafka's classes from an archive (application class-data sharing, JEP 350), which halves the time
 * and the work of a start. A broker that is started only for this purpose creates the archive once.
 */
export async function classArchiveOptions(
  installation: KafkaInstallation,
  log: (line: string) => void,
): Promise<readonly string[]> {
  const home = dirname(installation.libraries);
  // An archive works only with the Java version that created it.
  const archive = join(home, `classes-java-${installation.javaVersion}.jsa`);
  await withInstallationLock(archive, async () => {
    if (!existsSync(archive)) await archiveClasses(installation, archive, log);
  }).catch((error: unknown) =>
    log(`kafka: creating the class archive failed, starts stay slower: ${String(error)}`),
  );
  return existsSync(archive) ? [`-XX:SharedArchiveFile=${archive}`, "-Xshare:auto"] : [];
}

async function archiveClasses(
  installation: KafkaInstallation,
  archive: string,
  log: (line: string) => void,
): Promise<void> {
  log("kafka: creating a class archive for faster starts");
  const folder = `${archive}.work`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  try {
    const newArchive = join(folder, "classes.jsa");
    const port = await freePort();
    const broker = await brokerDaemon({
      installation,
      folder,
      logFile: join(folder, "kafka.log"),
      port,
      controllerPort: await freePort(new Set([port])),
      classArchiveOptions: [],
      archiveClassesTo: newArchive,
    });
    await broker.start();
    await broker.stop();
    await rename(newArchive, archive);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
