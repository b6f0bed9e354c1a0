import { isDatabaseAway, reasonOf, type Logger } from "@matinale/kit";
import { deadLetterTopic } from "../topics.ts";
import type { Batch, Policy, Transport } from "../transport.ts";
import { consumed } from "./metrics.ts";
import { attemptsBeforeDeadLetter, retry } from "./retry.ts";

/** Publishes the record of a failed batch of one, with the reason, so that the next one can be processed. */
async function publishDeadLetter(
  { topic, group, partition, records: [record] }: Batch,
  error: unknown,
  transport: Pick<Transport, "publish">,
): Promise<void> {
  if (record === undefined) return;
  const headers = {
    ...record.headers,
    "dlq-reason": reasonOf(error),
    "dlq-topic": topic,
    "dlq-partition": String(partition),
    "dlq-offset": record.offset,
    "dlq-group": group,
    "dlq-attempts": String(attemptsBeforeDeadLetter(error)),
  };
  const messages = [{ key: record.key, value: record.value, headers }];
  await transport.publish([{ topic: deadLetterTopic(topic), messages }]);
}

/**
 * When a batch fails, handles each of its records alone: one bad record does not hold up the others. A record
 * that fails alone, at each attempt, becomes a dead letter.
 */
export const deadLetters =
  (transport: Pick<Transport, "publish">, logger: Logger): Policy =>
  (next) => {
    const handleOne = retry(next);
    return async (batch) => {
      try {
        return await next(batch);
      } catch (error) {
        if (isDatabaseAway(error)) throw error;
      }
      for (const record of batch.records) {
        const one = { ...batch, records: [record] };
        try {
          await handleOne(one);
        } catch (error) {
          if (isDatabaseAway(error)) throw error;
          const { topic, partition } = batch;
          logger.error(
            { err: error, topic, partition, offset: record.offset },
            "handling a record failed, it becomes a dead letter",
          );
          await publishDeadLetter(one, error, transport);
          consumed.inc({ topic, outcome: "dead_letter" });
        }
        await batch.heartbeat();
      }
    };
  };
