export interface BrokerAddresses {
  readonly data: string;
  /** Listening addresses of broker and controller, host:port. */
  readonly listen: string;
  readonly controller: string;
  /** Address that clients connect to, host:port. */
  readonly advertised: string;
}

/** A single node, broker and controller in one, tuned to start fast on a developer's machine. */
export function serverProperties(addresses: BrokerAddresses): Readonly<Record<string, string>> {
  return {
    "process.roles": "broker,controller",
    "node.id": "1",
    // With static voters the formatted folder contains no port, so ports can change between runs.
    "controller.quorum.voters": `1@${addresses.controller}`,
    listeners: `PLAINTEXT://${addresses.listen},CONTROLLER://${addresses.controller}`,
    "advertised.listeners": `PLAINTEXT://${addresses.advertised}`,
    "listener.security.protocol.map": "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
    "controller.listener.names": "CONTROLLER",
    "inter.broker.listener.name": "PLAINTEXT",
    "log.dirs": addresses.data,
    "num.partitions": "3",
    // One node: the internal topic has one replica and one partition.
    "offsets.topic.num.partitions": "1",
    "offsets.topic.replication.factor": "1",
    // The first member of a group starts at once instead of after 3 s.
    "group.initial.rebalance.delay.ms": "0",
    // Topics are created from the catalogue only, so a misspelt name is an error.
    "auto.create.topics.enable": "false",
    // Small segments and quick cleaning for compacted topics.
    "log.segment.bytes": "16777216",
    "log.cleaner.backoff.ms": "1000",
    "log.cleaner.dedupe.buffer.size": "8388608",
  };
}

export const asPropertiesFile = (properties: Readonly<Record<string, string>>): string =>
  Object.entries(properties)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");

/** Properties as environment variables of the image: `log.dirs` is KAFKA_LOG_DIRS. */
export const asContainerEnvironment = (
  properties: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [
      `KAFKA_${name.toUpperCase().replaceAll(".", "_")}`,
      value,
    ]),
  );

export const logging = `status = error
appender.c.type = Console
appender.c.name = C
appender.c.layout.type = PatternLayout
appender.c.layout.pattern = [%d] %p %m (%c)%n
rootLogger.level = warn
rootLogger.appenderRef.c.ref = C
`;
