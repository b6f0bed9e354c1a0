import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import type { TopicName } from "@matinale/contracts";
import type { Worker } from "@matinale/kit";
import type { Message } from "kafkajs";
import type { BatchHandler, ConsumerLag, ReceivedRecord, Transport } from "../transport.ts";

/** Records that a handler gets at once, at most. */
const batchSize = 200;
/** After a handler has rejected. Milliseconds. */
const redeliverMs = 20;

const bytes = (value: Buffer | string | null | undefined): Buffer | null =>
  value === null || value === undefined ? null : Buffer.from(value);

/** The members of a group take turns with its partitions; its offsets stay when a member leaves. */
class Group {
  readonly name: string;
  readonly topic: Topic;
  readonly members: BatchHandler[] = [];
  readonly offsets: number[];
  readonly #running: Promise<void>[];

  constructor(name: string, topic: Topic) {
    this.name = name;
    this.topic = topic;
    this.offsets = topic.partitions.map(() => 0);
    this.#running = topic.partitions.map(() => Promise.resolve());
  }

  get lags(): ConsumerLag[] {
    const { name: group, topic, offsets } = this;
    return topic.partitions.map(({ length }, partition) => ({
      group,
      topic: topic.name as TopicName,
      partition,
      records: length - (offsets[partition] ?? 0),
    }));
  }

  get isBehind(): boolean {
    return this.lags.some(({ records }) => records > 0);
  }

  /** Handles what the topic has; a partition's batches one after another. */
  wake(): void {
    for (const [partition, before] of this.#running.entries()) {
      this.#running[partition] = before.then(() => this.#drain(partition));
    }
  }

  /** Resolves once the batches in progress have ended. */
  async leave(member: BatchHandler): Promise<void> {
    this.members.splice(this.members.indexOf(member), 1);
    await Promise.all(this.#running);
    if (this.members.length > 0) this.wake();
  }

  async #drain(partition: number): Promise<void> {
    const records = this.topic.partitions[partition] ?? [];
    for (;;) {
      const member = this.members[partition % this.members.length];
      const from = this.offsets[partition] ?? 0;
      if (member === undefined || from >= records.length) return;
      const batch = records.slice(from, from + batchSize);
      const waitMs = await this.#deliver(member, partition, batch);
      if (waitMs === null) this.offsets[partition] = from + batch.length;
      else await pause(waitMs);
    }
  }

  /** @returns after how many milliseconds the records are delivered again; null when they are done */
  async #deliver(
    handle: BatchHandler,
    partition: number,
    records: ReceivedRecord[],
  ): Promise<number | null> {
    const { name: group, topic } = this;
    let waitMs: number | null = null;
    try {
      await handle({
        topic: topic.name as TopicName,
        group,
        partition,
        records,
        heartbeat: () => Promise.resolve(),
        redeliverAfter: () => {
          waitMs = redeliverMs;
        },
      });
    } catch {
      return redeliverMs;
    }
    return waitMs;
  }
}

class Topic {
  readonly name: string;
  readonly partitions: ReceivedRecord[][];
  readonly groups = new Map<string, Group>();

  constructor(name: string, partitions: number) {
    this.name = name;
    this.partitions = Array.from({ length: partitions }, () => []);
  }

  append({ key, value, headers }: Message): void {
    const partition = this.partitions[this.#partitionOf(bytes(key))] ?? [];
    partition.push({
      key: bytes(key),
      value: bytes(value),
      headers: headers ?? {},
      offset: String(partition.length),
      timestamp: String(Date.now()),
    });
  }

  group(name: string): Group {
    const group = this.groups.get(name) ?? new Group(name, this);
    this.groups.set(name, group);
    return group;
  }

  #partitionOf(key: Buffer | null): number {
    const sum = key?.reduce((total, byte) => total + byte, 0) ?? 0;
    return sum % this.partitions.length;
  }
}

/** Records in the memory of the process. Every transport of one instance reads what the others publish. */
export class MemoryRecords {
  readonly #topics = new Map<string, Topic>();
  readonly #partitions: number;
  /** Handlers run outside of the publisher's context, as in another process. */
  readonly #outside = AsyncLocalStorage.snapshot();

  constructor(partitions: number) {
    this.#partitions = partitions;
  }

  /** Every record of a topic, the partitions one after another. */
  of(topic: string): ReceivedRecord[] {
    return this.#topic(topic).partitions.flat();
  }

  get groups(): Group[] {
    return [...this.#topics.values()].flatMap(({ groups }) => [...groups.values()]);
  }

  transport(): Transport {
    return {
      publish: async (messages) => {
        for (const { topic: name, messages: each } of messages) {
          const topic = this.#topic(name);
          for (const message of each) topic.append(message);
          this.#outside(() => topic.groups.forEach((group) => group.wake()));
        }
      },
      subscribe: ({ topic, group: name, handle }): Worker => {
        const group = this.#topic(topic).group(name);
        return {
          start: async () => {
            group.members.push(handle);
            this.#outside(() => group.wake());
          },
          stop: () => group.leave(handle),
        };
      },
      lags: async () => this.groups.flatMap(({ lags }) => lags),
      close: async () => undefined,
    };
  }

  #topic(name: string): Topic {
    const topic = this.#topics.get(name) ?? new Topic(name, this.#partitions);
    this.#topics.set(name, topic);
    return topic;
  }
}
