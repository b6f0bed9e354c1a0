import type { DevServicePorts, ServiceName } from "../engine.ts";
import { asContainerEnvironment, serverProperties } from "../kafka/server-properties.ts";
import { isKafkaReady, isMongoReady, isRedisReady } from "../ready.ts";
import { mongoUrl } from "../mongodb/mongod.ts";

export interface ContainerSpec {
  readonly engine: string;
  readonly image: string;
  readonly containerPort: number;
  readonly hostPort: number;
  readonly dataFolder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  readonly url: string;
  readonly isReady: () => Promise<boolean>;
}

export function containerSpec(
  name: ServiceName,
  ports: DevServicePorts,
  durable: boolean,
): ContainerSpec {
  const hostPort = ports[name];
  const common = { hostPort, environment: {}, command: [] };
  switch (name) {
    case "kafka": {
      const url = `127.0.0.1:${hostPort}`;
      const addresses = {
        data: "/var/lib/kafka/data",
        listen: "0.0.0.0:9092",
        controller: "127.0.0.1:9093",
        advertised: url,
      };
      return {
        ...common,
        engine: "Kafka (Docker)",
        image: "apache/kafka:4.1.1",
        containerPort: 9092,
        dataFolder: addresses.data,
        environment: asContainerEnvironment(serverProperties(addresses)),
        url,
        isReady: () => isKafkaReady(hostPort),
      };
    }
    case "mongodb":
      return {
        ...common,
        engine: "MongoDB (Docker)",
        image: "mongo:8.0",
        containerPort: 27_017,
        dataFolder: "/data/db",
        url: mongoUrl(hostPort),
        isReady: () => isMongoReady(hostPort),
      };
    case "redis":
      return {
        ...common,
        engine: "Redis (Docker)",
        image: "redis:8.2-alpine",
        containerPort: 6379,
        dataFolder: "/data",
        command: ["redis-server", "--save", "", "--appendonly", durable ? "yes" : "no"],
        url: `redis://127.0.0.1:${hostPort}`,
        isReady: () => isRedisReady(hostPort),
      };
  }
}
