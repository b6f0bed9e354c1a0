import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Engine, NativeContext } from "../engine.ts";
import { createDaemon } from "../process/daemon.ts";
import { runCommand } from "../process/run-command.ts";
import { isKafkaReady } from "../ready.ts";
import { installKafka, kafkaVersion } from "./install.ts";
import { asPropertiesFile, logging, serverProperties } from "./server-properties.ts";

/** A small heap and C1 compilation only: starts fast on two cores and stays below 200 MB resident. */
const jvm = [
  "-Xms64m",
  "-Xmx384m",
  "-XX:+UseSerialGC",
  "-XX:TieredStopAtLevel=1",
  "-XX:-UsePerfData",
];

/** One broker. It formats its data folder before its first start. */
export async function nativeKafka(context: NativeContext): Promise<Engine> {
  const { java, libraries } = await installKafka(context.cache, context.log);
  const { kafka: port, kafkaController } = context.ports;
  const folder = join(context.folder, "kafka");
  const data = join(folder, "data");
  const properties = join(folder, "server.properties");
  const url = `127.0.0.1:${port}`;
  const controller = `127.0.0.1:${kafkaController}`;
  const settings = serverProperties({ data: "data", listen: url, controller, advertised: url });
  const logSettings = `-Dlog4j2.configurationFile=${join(folder, "log4j2.properties")}`;
  const runKafka = [...jvm, logSettings, "-cp", join(libraries, "*")];
  // Java reads a properties file as Latin-1, and paths in the encoding of the locale
  const inFolder = { cwd: folder, env: { ...process.env, LC_ALL: "C.UTF-8" } };

  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "log4j2.properties"), logging);
  await writeFile(properties, asPropertiesFile(settings));
  const daemon = createDaemon({
    name: "kafka",
    command: java,
    args: [...runKafka, "kafka.Kafka", properties],
    ...inFolder,
    pidFile: join(folder, "pid"),
    logFile: join(context.folder, "logs", "kafka.log"),
    startTimeoutMs: 60_000,
    prepare: async () => {
      if (existsSync(join(data, "meta.properties"))) return;
      await rm(data, { recursive: true, force: true });
      // Without "-": the storage tool reads a leading "-" as an option.
      const clusterId = randomBytes(16).toString("base64url").replaceAll("-", "x");
      const tool = ["kafka.tools.StorageTool", "format", "-t", clusterId, "-c", properties];
      await runCommand(java, [...runKafka, ...tool], inFolder);
    },
    ready: () => isKafkaReady(port),
  });
  await daemon.start();
  return { engine: `Kafka ${kafkaVersion} (native)`, url, members: [daemon] };
}
