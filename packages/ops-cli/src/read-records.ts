import { randomUUID } from "node:crypto";
import { withAdmin } from "@matinale/bus";
import type { Kafka, KafkaMessage } from "kafkajs";

interface TopicPartition {
  topic: string;
  partition: number;
}

interface FoundRecord extends TopicPartition {
  record: KafkaMessage;
}

const keyOf = ({ topic, partition }: TopicPartition): string => `${topic}/${partition}`;
/** A double holds every offset: a partition with a million records a second exceeds it after 285 years. */
const isBefore = (offset: string, end: number): boolean => Number(offset) < end;

/**
 * Reads every record that these topics hold now, in order within each partition, and stops. Commits no offset
 * and deletes its consumer group.
 *
 * @param options.partitionOf  the only partition of a topic to read; without it, every partition is read
 * @param options.prefix       of the installation; the temporary consumer group has it too
 */
export async function readRecords(
  kafka: Kafka,
  topics: readonly string[],
  options: { prefix: string; partitionOf?: (topic: string) => number },
  onRecord: (found: FoundRecord) => void,
): Promise<void> {
  const group = `${options.prefix}ops-cli.${randomUUID()}`;
  const ends = new Map<string, number>();
  const skipped: TopicPartition[] = [];
  await withAdmin(kafka, async (admin) => {
    for (const topic of topics) {
      const only = options.partitionOf?.(topic);
      for (const { partition, low, high } of await admin.fetchTopicOffsets(topic)) {
        const place = { topic, partition };
        if (only !== undefined && only !== partition) skipped.push(place);
        else if (isBefore(low, Number(high))) ends.set(keyOf(place), Number(high));
      }
    }
  });
  if (ends.size === 0) return;
  const reader = kafka.consumer({ groupId: group, maxWaitTimeInMs: 100 });
  try {
    await reader.connect();
    await reader.subscribe({ topics: [...topics], fromBeginning: true });
    await new Promise<void>((resolve, reject) => {
      reader.on(reader.events.CRASH, ({ payload }) => reject(payload.error));
      reader
        .run({
          autoCommit: false,
          eachBatch: async ({ batch, heartbeat }) => {
            const { topic, partition } = batch;
            const end = ends.get(keyOf({ topic, partition }));
            if (end === undefined) return;
            for (const record of batch.messages) {
              if (isBefore(record.offset, end)) onRecord({ topic, partition, record });
            }
            await heartbeat();
            if (isBefore(batch.lastOffset(), end - 1)) return;
            ends.delete(keyOf({ topic, partition }));
            if (ends.size === 0) resolve();
          },
        })
        .catch(reject);
      for (const { topic, partition } of skipped) {
        reader.pause([{ topic, partitions: [partition] }]);
      }
    });
  } finally {
    await reader.disconnect();
    await withAdmin(kafka, (admin) => admin.deleteGroups([group])).catch(() => undefined);
  }
}
