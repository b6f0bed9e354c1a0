export { createBus, type Bus } from "./bus.ts";
export { consumer, consumerGroup, consumerOfGroup, type Consumer } from "./consumer.ts";
export {
  change,
  outboxed,
  record,
  recordTombstone,
  wake,
  type Change,
  type Outboxed,
  type OutboxEntry,
} from "./outbox.ts";
export { erasable, eraseAggregate, type Erasable } from "./erase-aggregate.ts";
export { ErasedPeople, forgetAgain, personalConsumer, type Forgetting } from "./erased-people.ts";
export { consumerLags } from "./consumer-lags.ts";
export { republish, runRepublish } from "./republish.ts";
export { eachKey, eventConsumer } from "./each-key.ts";
export { project, projection, type Projected } from "./projection.ts";
export { kafkaClient, withAdmin } from "./kafka-client.ts";
export { headerOf, type Received } from "./received.ts";
export { deadLetterTopic, ensureTopics, topicDifferences } from "./topics.ts";
