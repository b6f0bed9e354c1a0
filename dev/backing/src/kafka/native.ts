import { mkdir, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { randomBytes } from "node:crypto";
import { createDaemon } from "../daemon.ts";
import type { Engine, NativeContext } from "../engine.ts";
import { runCommand } from "../run-command.ts";
import { kafkaAnswers } from "./answers.ts";
import { installKafka, kafkaVersion } from "./install.ts";
import { asPropertiesFile, logging, serverProperties } from "./server-properties.ts";

export async function nativeKafka({ folder, cache, ports, log }: NativeContext): Promise<Engine> {
  const { java, libraries } = await installKafka(cache, log);
  const place = join(folder, "kafka");
  const properties = join(place, "server.properties");
  const data = join(place, "data");
  // A small heap and C1 compilation only: quick to start on two cores, below 200 MB resident.
  const options = [
    "-Xms64m",
    "-Xmx384m",
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "-XX:-UsePerfData",
    "-Xshare:auto",
    `-Dlog4j2.configurationFile=${join(place, "log4j2.properties")}`,
    "-cp",
    join(libraries, "*"),
  ];

  const format = async () => {
    if (existsSync(join(data, "meta.properties"))) return;
    await rm(data, { recursive: true, force: true });
    const tool = ["kafka.tools.StorageTool", "format", "-t", newClusterId(), "-c", properties];
    await runCommand(java, [...options, ...tool]);
  };

  await mkdir(place, { recursive: true });
  await writeFile(join(place, "log4j2.properties"), logging);
  const broker = `127.0.0.1:${ports.kafka}`;
  const controller = `127.0.0.1:${ports.kafkaController}`;
  const settings = serverProperties({ data, listen: broker, controller, advertised: broker });
  await writeFile(properties, asPropertiesFile(settings));
  const daemon = createDaemon({
    name: "kafka",
    command: java,
    args: [...options, "kafka.Kafka", properties],
    pidFile: join(place, "pid"),
    logFile: join(folder, "logs", "kafka.log"),
    patience: 60_000,
    prepare: format,
    ready: () => kafkaAnswers(ports.kafka),
  });
  await daemon.start();
  return {
    engine: `Kafka ${kafkaVersion} (native)`,
    url: broker,
    members: [daemon],
  };
}

/** 16 random bytes, base64url; not beginning with "-", which the storage tool would read as an option. */
function newClusterId(): string {
  return randomBytes(16).toString("base64url").replaceAll("-", "x");
}
