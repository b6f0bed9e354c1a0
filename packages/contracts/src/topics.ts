import type { GenMessage } from "@bufbuild/protobuf/codegenv2";
import type { Message, MessageShape } from "@bufbuild/protobuf";
import { AlertRaisedSchema } from "./gen/matinale/events/v1/alert_raised_pb.ts";
import { AlertsSwitchedSchema } from "./gen/matinale/events/v1/alerts_switched_pb.ts";
import { AudioReadySchema } from "./gen/matinale/events/v1/audio_ready_pb.ts";
import { DigestRequestedSchema } from "./gen/matinale/events/v1/digest_requested_pb.ts";
import { MessageSentSchema } from "./gen/matinale/events/v1/message_sent_pb.ts";
import { MessageUpdatedSchema } from "./gen/matinale/events/v1/message_updated_pb.ts";
import { NumberReplacedSchema } from "./gen/matinale/events/v1/number_replaced_pb.ts";
import { PreferencesChangedSchema } from "./gen/matinale/events/v1/preferences_changed_pb.ts";
import { SubscriptionChangedSchema } from "./gen/matinale/events/v1/subscription_changed_pb.ts";
import { TrialUsedSchema } from "./gen/matinale/events/v1/trial_used_pb.ts";
import { UserChangedSchema } from "./gen/matinale/events/v1/user_changed_pb.ts";
import { retention } from "./retention.ts";

const hour = 3_600_000;
const day = 24 * hour;

/** Each event has the full state of its key. Kafka keeps the last one; a tombstone erases the person. */
const state = { cleanup: "compact", retentionMs: -1 } as const;
const kept = (days: number) => ({ cleanup: "delete", retentionMs: days * day }) as const;

interface Topic<T extends Message> {
  schema: GenMessage<T>;
  /** Raised only by a change that older consumers cannot ignore; `buf breaking` finds other such changes. */
  version: number;
  /** Never changed: a user's events keep their order only inside one partition. */
  partitions: number;
  cleanup: "compact" | "delete";
  /** Milliseconds; −1 is without end. */
  retentionMs: number;
}

const topic = <T extends Message>(
  schema: GenMessage<T>,
  partitions: number,
  keeping: Pick<Topic<T>, "cleanup" | "retentionMs">,
): Topic<T> => ({ schema, version: 1, partitions, ...keeping });

/**
 * Every topic. The key is the user's id, or the alert's. Records that cannot be processed go to
 * `<topic>.dlq`, which has the same partitions and keeps them for 28 days.
 */
const catalogue = {
  "user.changed": topic(UserChangedSchema, 6, state),
  "preferences.changed": topic(PreferencesChangedSchema, 6, state),
  "subscription.changed": topic(SubscriptionChangedSchema, 6, state),
  "digest.requested": topic(DigestRequestedSchema, 12, kept(7)),
  "audio.ready": topic(AudioReadySchema, 12, kept(7)),
  "message.sent": topic(MessageSentSchema, 12, kept(retention.eventDays)),
  "message.updated": topic(MessageUpdatedSchema, 12, kept(retention.eventDays)),
  "trial.used": topic(TrialUsedSchema, 6, kept(retention.eventDays)),
  "number.replaced": topic(NumberReplacedSchema, 6, kept(retention.eventDays)),
  // A late alert is not sent, so an old one has no reader.
  "alert.raised": topic(AlertRaisedSchema, 6, kept(7)),
  "alerts.switched": topic(AlertsSwitchedSchema, 6, kept(retention.eventDays)),
};

export type TopicName = keyof typeof catalogue;
type Events = { [T in TopicName]: MessageShape<(typeof catalogue)[T]["schema"]> };
/** The message of a topic. */
export type EventOf<T extends TopicName> = Events[T];
export const topics: { readonly [T in TopicName]: Topic<Events[T]> } = catalogue;

/** The field of a message that is the key of its records: the user's id, or the alert's, which is for all users. */
export type KeyField<T extends TopicName> = T extends "alert.raised" ? "alertId" : "userId";

/** The key of a message. */
export const keyOf = (
  topic: TopicName,
  { userId = "", alertId = "" }: { userId?: string; alertId?: string },
): string => (topic === "alert.raised" ? alertId : userId);

export const deadLetters = kept(retention.eventDays);

/** Milliseconds. How soon Kafka deletes an event of a compacted topic that a newer one or a tombstone replaced. */
export const compaction = {
  /** A replaced event is deleted within a day after it was written: the cleaner needs the remaining hours. */
  maxLagMs: 18 * hour,
  /** Kafka compacts only closed segments. The next event of a partition closes a segment that is older than this. */
  segmentMs: 6 * hour,
  /** A backup may be 30 days old, and its restore reads from the topic which people were erased since. */
  tombstonesMs: 31 * day,
} as const;

/** Bytes. */
export const sizes = {
  /** Key, body and headers of one event. A larger one cannot be recorded; a consumer refuses its body. */
  event: 256 * 1024,
  /** Uncompressed events that are sent together: with the framing far below `recordBatch`. */
  batch: 512 * 1024,
  /** `max.message.bytes` of every topic. Set on the topic, so that no broker's default lowers it. */
  recordBatch: 1024 * 1024,
  /** Headers that a dead letter adds to its record: reason, group and others. */
  deadLetterHeaders: 64 * 1024,
} as const;

export const topicNames = Object.keys(topics) as TopicName[];
