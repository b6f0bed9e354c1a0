export interface BrokerPlace {
  readonly data: string;
  readonly port: number;
  readonly controllerPort: number;
}

/** One node that is broker and controller, tuned to start and react quickly on a developer's machine. */
export function serverProperties({ data, port, controllerPort }: BrokerPlace): string {
  return `process.roles=broker,controller
node.id=1
# a fixed quorum: the formatted folder then holds no port, so that ports can change between runs
controller.quorum.voters=1@127.0.0.1:${controllerPort}
listeners=PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}
advertised.listeners=PLAINTEXT://127.0.0.1:${port}
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
controller.listener.names=CONTROLLER
inter.broker.listener.name=PLAINTEXT
log.dirs=${data}
num.partitions=3
# one node: every internal topic has one replica and few partitions
offsets.topic.num.partitions=1
offsets.topic.replication.factor=1
transaction.state.log.num.partitions=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
share.coordinator.state.topic.num.partitions=1
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
# the first member of a group starts at once instead of after 3 s
group.initial.rebalance.delay.ms=0
# topics are made from the catalogue, never by a misspelt name
auto.create.topics.enable=false
# small segments and quick cleaning for compacted topics
log.segment.bytes=16777216
log.cleaner.threads=1
log.cleaner.backoff.ms=1000
log.cleaner.dedupe.buffer.size=8388608
num.network.threads=2
num.io.threads=2
num.recovery.threads.per.data.dir=1
background.threads=2
`;
}

export const logging = `status = error
appender.c.type = Console
appender.c.name = C
appender.c.layout.type = PatternLayout
appender.c.layout.pattern = [%d] %p %m (%c)%n
rootLogger.level = warn
rootLogger.appenderRef.c.ref = C
`;
