export interface BrokerPlace {
  readonly data: string;
  /** Where the broker listens, and the controller: host:port. */
  readonly listen: string;
  readonly controller: string;
  /** Where clients find it: host:port. */
  readonly advertised: string;
}

/** One node that is broker and controller, tuned to start and react quickly on a developer's machine. */
export function serverProperties(place: BrokerPlace): Readonly<Record<string, string>> {
  return {
    "process.roles": "broker,controller",
    "node.id": "1",
    // A fixed quorum: the formatted folder then holds no port, so that ports can change between runs.
    "controller.quorum.voters": `1@${place.controller}`,
    listeners: `PLAINTEXT://${place.listen},CONTROLLER://${place.controller}`,
    "advertised.listeners": `PLAINTEXT://${place.advertised}`,
    "listener.security.protocol.map": "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
    "controller.listener.names": "CONTROLLER",
    "inter.broker.listener.name": "PLAINTEXT",
    "log.dirs": place.data,
    "num.partitions": "3",
    // One node: every internal topic has one replica and few partitions.
    "offsets.topic.num.partitions": "1",
    "offsets.topic.replication.factor": "1",
    "transaction.state.log.num.partitions": "1",
    "transaction.state.log.replication.factor": "1",
    "transaction.state.log.min.isr": "1",
    "share.coordinator.state.topic.num.partitions": "1",
    "share.coordinator.state.topic.replication.factor": "1",
    "share.coordinator.state.topic.min.isr": "1",
    // The first member of a group starts at once instead of after 3 s.
    "group.initial.rebalance.delay.ms": "0",
    // Topics are made from the catalogue, never by a misspelt name.
    "auto.create.topics.enable": "false",
    // Small segments and quick cleaning for compacted topics.
    "log.segment.bytes": "16777216",
    "log.cleaner.threads": "1",
    "log.cleaner.backoff.ms": "1000",
    "log.cleaner.dedupe.buffer.size": "8388608",
    "num.network.threads": "2",
    "num.io.threads": "2",
    "num.recovery.threads.per.data.dir": "1",
    "background.threads": "2",
  };
}

export const asPropertiesFile = (properties: Readonly<Record<string, string>>): string =>
  Object.entries(properties)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");

/** The image's way of setting a property: `log.dirs` is KAFKA_LOG_DIRS. */
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
