import { setTimeout as pause } from "node:timers/promises";
import { consumerLags, withAdmin } from "@matinale/bus";
import type { Kafka } from "kafkajs";

/** Consumers that have not read everything: the name of each group with the number of waiting records. */
export type Behind = ReadonlyMap<string, number>;

/** A consumer that has just started joins its group within this time. Milliseconds. */
const everyMs = 5_000;

/** The consumers that are behind now, also those of services that do not run. */
export async function consumersBehind(kafka: Kafka, prefix: string): Promise<Behind> {
  const lags = await withAdmin(kafka, (admin) => consumerLags(admin, prefix));
  const waiting = lags.filter(({ records }) => records > 0);
  const groups = Map.groupBy(waiting, ({ group }) => group);
  return new Map(
    [...groups].map(([group, partitions]) => [
      group,
      partitions.reduce((sum, { records }) => sum + records, 0),
    ]),
  );
}

/** Waits until no consumer is behind, twice in a row. `onBehind` gets those that are behind before each pause. */
export async function untilRead(
  kafka: Kafka,
  prefix: string,
  onBehind: (behind: Behind) => void,
): Promise<void> {
  for (let times = 0; ; await pause(everyMs)) {
    const behind = await consumersBehind(kafka, prefix);
    times = behind.size === 0 ? times + 1 : 0;
    if (times === 2) return;
    onBehind(behind);
  }
}
