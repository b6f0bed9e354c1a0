import { consumerGroup, withAdmin } from "@matinale/bus";
import type { TopicName } from "@matinale/contracts";
import type { Kafka } from "kafkajs";

/** The replay is not possible; the message says what to do. */
export class CannotReplay extends Error {}

/**
 * Lets a service's consumer of a topic read the records since an instant again: moves the offsets of its group
 * back. Handlers are safe to repeat: projections compare versions, side effects have deterministic ids.
 *
 * @param options.from    instant, or null for the oldest record that Kafka still has
 * @returns               number of records that the consumer will read again
 * @throws CannotReplay   while the group has members, which would overwrite the offsets, or when the group
 *                        has never read the topic
 */
export function replay(
  kafka: Kafka,
  options: { prefix: string; service: string; topic: TopicName; from: Date | null },
): Promise<number> {
  const { service } = options;
  const name = consumerGroup(service, options.topic);
  const groupId = options.prefix + name;
  const topic = options.prefix + options.topic;
  return withAdmin(kafka, async (admin) => {
    const { groups } = await admin.describeGroups([groupId]);
    const [group] = groups;
    if (group !== undefined && group.members.length > 0) {
      throw new CannotReplay(
        `${name} is running. Stop ${service} (in a cluster: kubectl scale deploy/matinale-${service} --replicas=0; under make: make down, RESTART=never make up, then kill its process of make status), replay, and start it again (make up)`,
      );
    }
    const [stored] = await admin.fetchOffsets({ groupId, topics: [topic] });
    const known = stored?.partitions.filter(({ offset }) => Number(offset) >= 0) ?? [];
    if (known.length === 0) {
      throw new CannotReplay(`${name} has never read ${options.topic}`);
    }
    const wanted =
      options.from === null
        ? (await admin.fetchTopicOffsets(topic)).map(({ partition, low }) => ({
            partition,
            offset: low,
          }))
        : await admin.fetchTopicOffsetsByTimestamp(topic, options.from.getTime());
    const back = known.flatMap(({ partition, offset: now }) => {
      const then = wanted.find((each) => each.partition === partition)?.offset ?? now;
      return Number(then) < Number(now) ? [{ partition, offset: then, now }] : [];
    });
    if (back.length > 0) {
      const partitions = back.map(({ partition, offset }) => ({ partition, offset }));
      await admin.setOffsets({ groupId, topic, partitions });
    }
    return back.reduce((sum, { offset, now }) => sum + Number(now) - Number(offset), 0);
  });
}
