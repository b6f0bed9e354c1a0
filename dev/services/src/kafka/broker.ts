import { randomBytes } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { createDaemon } from "../daemon.ts";
import type { Daemon } from "../daemon.ts";
import { runCommand } from "../run-command.ts";
import { kafkaAnswers } from "./answers.ts";
import type { KafkaInstallation } from "./install.ts";
import { asPropertiesFile, logging, serverProperties } from "./server-properties.ts";

export interface BrokerOptions {
  readonly installation: KafkaInstallation;
  /** Settings, data and pid file. */
  readonly place: string;
  readonly logFile: string;
  readonly port: number;
  readonly controllerPort: number;
  /** Options of the Java machine: where it finds classes that were archived. */
  readonly classes: readonly string[];
  /** A file to which the broker archives the classes it has loaded, when it ends. */
  readonly atExit?: string;
}

/** A broker that formats its data folder before its first start. */
export async function brokerDaemon(options: BrokerOptions): Promise<Daemon> {
  const { place, port, controllerPort } = options;
  const { java, libraries } = options.installation;
  const properties = join(place, "server.properties");
  const data = join(place, "data");
  const broker = `127.0.0.1:${port}`;
  const controller = `127.0.0.1:${controllerPort}`;
  const settings = serverProperties({ data, listen: broker, controller, advertised: broker });
  const jars = readdirSync(libraries)
    .toSorted()
    .map((jar) => join(libraries, jar));
  // A small heap and C1 compilation only: quick to start on two cores, below 200 MB resident.
  const machine = [
    "-Xms64m",
    "-Xmx384m",
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "-XX:-UsePerfData",
  ];
  const logSettings = `-Dlog4j2.configurationFile=${join(place, "log4j2.properties")}`;
  const runKafka = [...machine, ...options.classes, logSettings, "-cp", jars.join(delimiter)];
  const archive =
    options.atExit === undefined ? [] : [`-XX:ArchiveClassesAtExit=${options.atExit}`];

  await mkdir(place, { recursive: true });
  await writeFile(join(place, "log4j2.properties"), logging);
  await writeFile(properties, asPropertiesFile(settings));
  return createDaemon({
    name: "kafka",
    command: java,
    args: [...archive, ...runKafka, "kafka.Kafka", properties],
    pidFile: join(place, "pid"),
    logFile: options.logFile,
    patience: 60_000,
    prepare: async () => {
      if (existsSync(join(data, "meta.properties"))) return;
      await rm(data, { recursive: true, force: true });
      const tool = ["kafka.tools.StorageTool", "format", "-t", newClusterId(), "-c", properties];
      await runCommand(java, [...runKafka, ...tool]);
    },
    ready: () => kafkaAnswers(port),
  });
}

/** 16 random bytes, base64url; not beginning with "-", which the storage tool would read as an option. */
function newClusterId(): string {
  return randomBytes(16).toString("base64url").replaceAll("-", "x");
}
