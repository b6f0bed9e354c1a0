import { randomUUID } from "node:crypto";
import type { Kafka, KafkaMessage } from "kafkajs";

export interface Place {
  /** As it is named on the cluster, prefix included. */
  topic: string;
  partition: number;
}

export interface Found extends Place {
  record: KafkaMessage;
}

const at = ({ topic, partition }: Place): string => `${topic}/${partition}`;
/** Offsets fit a double: a partition that gets a million records a second needs 285 years. */
const isBefore = (offset: string, end: number): boolean => Number(offset) < end;

/**
 * Reads what these topics hold now, from the oldest record to the newest, and stops there. Each
 * partition comes in order. It leaves no consumer group behind and commits nothing.
 *
 * @param options.partitionOf  reads only this partition of a topic; all of them without it
 * @param options.prefix       of the installation; the passing consumer group carries it too
 */
export async function readRecords(
  kafka: Kafka,
  topics: readonly string[],
  options: { prefix: string; partitionOf?: (topic: string) => number },
  found: (each: Found) => void,
): Promise<void> {
  const group = `${options.prefix}operate.${randomUUID()}`;
  const admin = kafka.admin();
  await admin.connect();
  const ends = new Map<string, number>();
  const skipped: Place[] = [];
  for (const topic of topics) {
    const only = options.partitionOf?.(topic);
    for (const { partition, low, high } of await admin.fetchTopicOffsets(topic)) {
      const place = { topic, partition };
      if (only !== undefined && only !== partition) skipped.push(place);
      else if (isBefore(low, Number(high))) ends.set(at(place), Number(high));
    }
  }
  const reader = kafka.consumer({ groupId: group, maxWaitTimeInMs: 100 });
  try {
    if (ends.size === 0) return;
    await reader.connect();
    await reader.subscribe({ topics: [...topics], fromBeginning: true });
    await new Promise<void>((resolve, reject) => {
      reader.on(reader.events.CRASH, ({ payload }) => reject(payload.error));
      reader
        .run({
          autoCommit: false,
          eachBatch: async ({ batch, heartbeat }) => {
            const { topic, partition } = batch;
            const end = ends.get(at({ topic, partition }));
            if (end === undefined) return;
            for (const record of batch.messages) {
              if (isBefore(record.offset, end)) found({ topic, partition, record });
            }
            await heartbeat();
            if (isBefore(batch.lastOffset(), end - 1)) return;
            ends.delete(at({ topic, partition }));
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
    await admin.deleteGroups([group]).catch(() => undefined);
    await admin.disconnect();
  }
}
