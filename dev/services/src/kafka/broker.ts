import { randomBytes } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { createDaemon } from "../process/daemon.ts";
import type { Daemon } from "../process/daemon.ts";
import { runCommand } from "../process/run-command.ts";
import { isKafkaReady } from "../ready.ts";
import type { KafkaInstallation } from "./install.ts";
import { asPropertiesFile, logging, serverProperties } from "./server-properties.ts";

export interface BrokerOptions {
  readonly installation: KafkaInstallation;
  /** Settings, data and pid file. */
  readonly folder: string;
  readonly logFile: string;
  readonly port: number;
  readonly controllerPort: number;
}

/** The broker formats its data folder before its first start. */
export async function brokerDaemon(options: BrokerOptions): Promise<Daemon> {
  const { folder, port, controllerPort } = options;
  const { java, libraries } = options.installation;
  const properties = join(folder, "server.properties");
  const data = join(folder, "data");
  const broker = `127.0.0.1:${port}`;
  const controller = `127.0.0.1:${controllerPort}`;
  const settings = serverProperties({ data, listen: broker, controller, advertised: broker });
  const jars = readdirSync(libraries)
    .toSorted()
    .map((jar) => join(libraries, jar));
  // A small heap and C1 compilation only: starts fast on two cores and stays below 200 MB resident.
  const jvm = [
    "-Xms64m",
    "-Xmx384m",
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "-XX:-UsePerfData",
  ];
  const logSettings = `-Dlog4j2.configurationFile=${join(folder, "log4j2.properties")}`;
  const runKafka = [...jvm, logSettings, "-cp", jars.join(delimiter)];
  const archive = join(dirname(libraries), `classes-java-${options.installation.javaVersion}.jsa`);

  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "log4j2.properties"), logging);
  await writeFile(properties, asPropertiesFile(settings));
  return createDaemon({
    name: "kafka",
    command: java,
    args: [classArchiveOption(archive), ...runKafka, "kafka.Kafka", properties],
    pidFile: join(folder, "pid"),
    logFile: options.logFile,
    startTimeoutMs: 60_000,
    prepare: async () => {
      if (existsSync(join(data, "meta.properties"))) return;
      await rm(data, { recursive: true, force: true });
      const tool = ["kafka.tools.StorageTool", "format", "-t", newClusterId(), "-c", properties];
      await runCommand(java, [...runKafka, ...tool]);
    },
    ready: () => isKafkaReady(port),
  });
}

/**
 * Application class-data sharing (JEP 350) halves the processor time of a start. The first broker archives its classes
 * when it stops; the JVM ignores an archive that is incomplete or of another Java version.
 */
const classArchiveOption = (archive: string): string =>
  existsSync(archive) ? `-XX:SharedArchiveFile=${archive}` : `-XX:ArchiveClassesAtExit=${archive}`;

/** 16 random bytes in base64url without "-": the storage tool reads a leading "-" as an option. */
function newClusterId(): string {
  return randomBytes(16).toString("base64url").replaceAll("-", "x");
}
