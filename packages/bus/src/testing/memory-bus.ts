import { setTimeout as pause } from "node:timers/promises";
import type { TopicName } from "@matinale/contracts";
import { silentLogger } from "@matinale/kit/testing";
import { busOver } from "../bus.ts";
import { deadLetterTopic } from "../topics.ts";
import { MemoryRecords } from "./memory-transport.ts";

/**
 * For tests that are not about Kafka: topics in the memory of the process. Held to the same conformance suite as
 * Kafka.
 *
 * @param partitions  of each topic
 */
export function memoryBroker(partitions = 1) {
  const records = new MemoryRecords(partitions);
  return {
    /** The bus of a service, with the same consumer policies as on Kafka. */
    bus: (service: string) => busOver(records.transport(), { service, logger: silentLogger }),
    /** Every record that was published on a topic, in order for each key. */
    published: (topic: TopicName) => records.of(topic),
    deadLetters: (topic: TopicName) => records.of(deadLetterTopic(topic)),
    lags: () => records.transport().lags(),
    /**
     * Resolves once every started consumer has handled every record, also those that handlers publish meanwhile.
     * Does not wait for outboxes: a relay may publish later.
     */
    caughtUp: async () => {
      while (records.groups.some((group) => group.members.length > 0 && group.isBehind)) {
        await pause(2);
      }
    },
  };
}
