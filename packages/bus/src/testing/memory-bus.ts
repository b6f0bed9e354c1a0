import { setTimeout as pause } from "node:timers/promises";
import type { TopicName } from "@matinale/contracts";
import { silentLogger } from "@matinale/kit/testing";
import { busOver, type Bus } from "../bus.ts";
import { deadLetterTopic } from "../topics.ts";
import type { ConsumerLag, ReceivedRecord } from "../transport.ts";
import { MemoryRecords } from "./memory-transport.ts";

export interface MemoryBroker {
  /** The bus of a service, with the same consumer policies as on Kafka. */
  bus(service: string): Bus;
  /** Every record that was published on a topic, in order for each key. */
  published(topic: TopicName): ReceivedRecord[];
  deadLetters(topic: TopicName): ReceivedRecord[];
  lags(): Promise<ConsumerLag[]>;
  /**
   * Resolves once every started consumer has handled every record, also those that handlers publish meanwhile.
   * Does not wait for outboxes: a relay may publish later.
   */
  caughtUp(): Promise<void>;
}

/**
 * For tests that are not about Kafka: topics in the memory of the process. Held to the same conformance suite as
 * Kafka.
 *
 * @param partitions  of each topic
 */
export function memoryBroker(partitions = 1): MemoryBroker {
  const records = new MemoryRecords(partitions);
  return {
    bus: (service) => busOver(records.transport(), { service, logger: silentLogger }),
    published: (topic) => records.of(topic),
    deadLetters: (topic) => records.of(deadLetterTopic(topic)),
    lags: () => records.transport().lags(),
    caughtUp: async () => {
      while (records.groups.some((group) => group.members.length > 0 && group.isBehind)) {
        await pause(2);
      }
    },
  };
}
