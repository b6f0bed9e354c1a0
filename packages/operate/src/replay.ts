import type { TopicName } from "@matinale/contracts";
import type { Kafka } from "kafkajs";

/** Why a replay cannot be done as it was asked for; the message says what to do. */
export class CannotReplay extends Error {}

/**
 * Lets a handler process again what its topic has held since an instant, by moving the offsets of its
 * group back. Handlers bear repetition: projections look at versions, side effects have fixed ids.
 *
 * @param options.group   `<service>.<handler>`, without the prefix
 * @param options.from    instant, or null for the oldest record that is still kept
 * @returns               how many records will be read again
 * @throws CannotReplay   while the group has members, which would overwrite the offsets, or for a group
 *                        that has never read the topic
 */
export async function replay(
  kafka: Kafka,
  options: { prefix: string; group: string; topic: TopicName; from: Date | null },
): Promise<number> {
  const groupId = options.prefix + options.group;
  const topic = options.prefix + options.topic;
  const service = options.group.split(".")[0] ?? "";
  const admin = kafka.admin();
  await admin.connect();
  try {
    const { groups } = await admin.describeGroups([groupId]);
    const [group] = groups;
    if (group !== undefined && group.members.length > 0) {
      throw new CannotReplay(
        `${options.group} is at work: stop ${service} first (kubectl scale deploy/matinale-${service} --replicas=0), replay, and start it again`,
      );
    }
    const [stored] = await admin.fetchOffsets({ groupId, topics: [topic] });
    const known = stored?.partitions.filter(({ offset }) => Number(offset) >= 0) ?? [];
    if (known.length === 0) {
      throw new CannotReplay(`${options.group} has never read ${options.topic}`);
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
  } finally {
    await admin.disconnect();
  }
}
