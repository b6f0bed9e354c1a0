import { consumerGroup } from "@matinale/bus";
import { serviceNames, topicNames, type ServiceName, type TopicName } from "@matinale/contracts";

/** A missing or wrong option; the message says what to type. */
export class UsageError extends Error {}

export function topicNamed(name: string | undefined): TopicName | undefined {
  if (name === undefined || name === "") return undefined;
  const known = topicNames.find((each) => each === name);
  if (known === undefined)
    throw new UsageError(`no topic ${name}; the topics are ${topicNames.join(", ")}`);
  return known;
}

/** Service and topic of a consumer group. @param topic optional, because the group names its topic; must be that one */
export function groupNamed(
  name: string | undefined,
  topic: string | undefined,
): { service: ServiceName; topic: TopicName } {
  if (name === undefined || name === "")
    throw new UsageError("say which consumer: group=delivery.user.changed from=beginning");
  const group = serviceNames
    .flatMap((service) => topicNames.map((each) => ({ service, topic: each })))
    .find((each) => consumerGroup(each.service, each.topic) === name);
  if (group === undefined)
    throw new UsageError(
      `no group ${name}; a group is <service>.<topic>, as delivery.user.changed`,
    );
  const other = topicNamed(topic) ?? group.topic;
  if (other !== group.topic) throw new UsageError(`${name} reads ${group.topic}, not ${other}`);
  return group;
}

/** @returns null for the beginning of a topic */
export function instantFrom(text: string | undefined): Date | null {
  if (text === undefined || text === "")
    throw new UsageError("say from when: from=2026-03-01T08:00:00Z, or from=beginning");
  if (text === "beginning") return null;
  const at = new Date(text);
  if (Number.isNaN(at.getTime()))
    throw new UsageError(`${text} is not an instant; write 2026-03-01T08:00:00Z`);
  return at;
}
