import { join } from "node:path";
import type { Engine, NativeContext } from "../engine.ts";
import { brokerDaemon } from "./broker.ts";
import { installKafka, kafkaVersion } from "./install.ts";

export async function nativeKafka({ folder, cache, ports, log }: NativeContext): Promise<Engine> {
  const installation = await installKafka(cache, log);
  const daemon = await brokerDaemon({
    installation,
    folder: join(folder, "kafka"),
    logFile: join(folder, "logs", "kafka.log"),
    port: ports.kafka,
    controllerPort: ports.kafkaController,
  });
  await daemon.start();
  return {
    engine: `Kafka ${kafkaVersion} (native)`,
    url: `127.0.0.1:${ports.kafka}`,
    members: [daemon],
  };
}
