import type { TopicName } from "@matinale/contracts";
import type { Worker } from "@matinale/kit";
import type { KafkaMessage, TopicMessages } from "kafkajs";

/** A record as it was published, with its place in its partition. */
export type ReceivedRecord = Pick<
  KafkaMessage,
  "key" | "value" | "headers" | "offset" | "timestamp"
>;

/** Records of one partition for one consumer, oldest first. */
export interface Batch {
  topic: TopicName;
  group: string;
  partition: number;
  records: readonly ReceivedRecord[];
  /** Keeps the partition during long work. Rejects when another member of the group has got it. */
  heartbeat(): Promise<void>;
  /** Commits nothing: the same records are delivered again after this time at the earliest. Milliseconds. */
  redeliverAfter(ms: number): void;
}

export type BatchHandler = (batch: Batch) => Promise<void>;

/** One concern of a consumer, around the rest of them. */
export type Policy = (next: BatchHandler) => BatchHandler;

/** How far a consumer group is behind in one partition of its topic. */
export interface ConsumerLag {
  /** `<service>.<topic>`. */
  group: string;
  topic: TopicName;
  partition: number;
  /** From the committed offset to the end of the partition. */
  records: number;
}

/** What carries records: Kafka, or in tests the memory of the process. Topics are named without prefix. */
export interface Transport {
  /** Resolves once the messages are stored safely. Messages with the same key keep their order. */
  publish(messages: TopicMessages[]): Promise<void>;
  /** The worker that handles a topic's records in a group, from the first record that the topic still has. */
  subscribe(options: { topic: TopicName; group: string; handle: BatchHandler }): Worker;
  /** The lag of every group that has committed an offset, also of groups without a running member. */
  lags(): Promise<ConsumerLag[]>;
  close(): Promise<void>;
}
