import { ConstantBackoff, handleWhen, retry } from "cockatiel";
import kafkajs, { type Admin } from "kafkajs";
import { consumerOfGroup } from "./consumer.ts";
import type { ConsumerLag } from "./transport.ts";

/**
 * For 8 s: a broker that has just started reads the offsets of its groups before it answers. kafkajs does not repeat these
 * two requests.
 */
const untilLoaded = retry(
  handleWhen((error) => error instanceof kafkajs.KafkaJSProtocolError && error.retriable),
  { maxAttempts: 16, backoff: new ConstantBackoff(500) },
);

/**
 * How far the consumer groups with this prefix are behind, from the offsets that the brokers store. So it does not
 * depend on which process has a partition, or on whether one runs.
 */
export async function consumerLags(admin: Admin, prefix: string): Promise<ConsumerLag[]> {
  const { groups } = await untilLoaded.execute(() => admin.listGroups());
  const found = groups
    .filter(({ groupId }) => groupId.startsWith(prefix))
    .flatMap(({ groupId }) => {
      const group = groupId.slice(prefix.length);
      // undefined also for the group of an installation whose prefix begins with ours
      const reader = consumerOfGroup(group);
      return reader === undefined ? [] : [{ groupId, group, topic: reader.topic }];
    });
  // the offsets of the groups first: records that arrive in between count as waiting
  const groupsWithOffsets = await Promise.all(
    found.map(async ({ groupId, group, topic }) => {
      const [stored] = await untilLoaded.execute(() =>
        admin.fetchOffsets({ groupId, topics: [prefix + topic] }),
      );
      const offsets = stored?.partitions.map(
        ({ partition, offset }) => [partition, Number(offset)] as const,
      );
      return { group, topic, committed: new Map(offsets) };
    }),
  );
  const ends = new Map(
    await Promise.all(
      [...new Set(found.map(({ topic }) => topic))].map(
        async (topic) => [topic, await admin.fetchTopicOffsets(prefix + topic)] as const,
      ),
    ),
  );
  return groupsWithOffsets.flatMap(({ group, topic, committed }) =>
    (ends.get(topic) ?? []).map(({ partition, high, low }) => ({
      group,
      topic,
      partition,
      // before the first commit the offset is -1, and the consumer begins at the oldest record
      records: Number(high) - Math.max(Number(low), committed.get(partition) ?? -1),
    })),
  );
}
