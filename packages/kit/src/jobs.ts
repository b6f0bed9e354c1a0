import { randomUUID } from "node:crypto";
import type { Model } from "mongoose";
import { withContext } from "./context.ts";
import type { Logger } from "./logger.ts";
import { counter, gauge, histogram } from "./metrics.ts";

/** Background work of a service. */
export interface Worker {
  start(): Promise<void>;
  /** Resolves once the current round has ended. */
  stop(): Promise<void>;
}

const failures = counter("job_failures_total");
const rounds = histogram("job_round_duration_seconds");
const lastSuccess = gauge("job_last_success_timestamp_seconds");

/** When the next round starts: at once, after this number of milliseconds, or after `everyMs`. */
export type NextRound = void | "again" | number;

/**
 * Runs `run` every `everyMs` milliseconds, or when the previous round requests it, and at once after `wake`.
 * Rounds never overlap. An error is counted and logged, and the next round starts after the pause.
 */
export function ticker(options: {
  name: string;
  everyMs: number;
  /** Shortest time between the starts of two rounds after `wake`; the first starts at once. Milliseconds. */
  minIntervalMs?: number;
  logger: Logger;
  run: (signal: AbortSignal) => Promise<NextRound>;
}): Worker & { wake(): void } {
  const { name, logger, minIntervalMs = 0 } = options;
  // Prometheus sees no increase in a series whose first value is 1
  failures.inc({ task: name }, 0);
  const succeeded = () => lastSuccess.set({ task: name }, Date.now() / 1_000);
  succeeded();
  const aborter = new AbortController();
  let isWoken = false;
  let endPause: (() => void) | undefined;
  let loop: Promise<void> | undefined;

  const pause = (startedAt: number, ms: number) =>
    new Promise<void>((resolve) => {
      if (aborter.signal.aborted) return resolve();
      const untilNext = () => Math.max(0, startedAt + minIntervalMs - performance.now());
      let timer = setTimeout(resolve, isWoken ? untilNext() : ms);
      endPause = () => {
        clearTimeout(timer);
        if (aborter.signal.aborted) resolve();
        else timer = setTimeout(resolve, untilNext());
      };
    });

  const round = async (): Promise<NextRound> => {
    const end = rounds.startTimer({ task: name });
    try {
      const next = await withContext({ correlationId: randomUUID() }, () =>
        options.run(aborter.signal),
      );
      succeeded();
      return next;
    } catch (error) {
      if (aborter.signal.aborted) return;
      failures.inc({ task: name });
      logger.error({ err: error, job: name }, "job failed, retrying at its next round");
    } finally {
      end();
    }
  };

  const runRounds = async () => {
    while (!aborter.signal.aborted) {
      isWoken = false;
      const startedAt = performance.now();
      const next = await round();
      if (next !== "again") await pause(startedAt, next ?? options.everyMs);
    }
  };

  return {
    start: async () => {
      loop ??= runRounds();
    },
    stop: async () => {
      aborter.abort();
      endPause?.();
      await loop;
    },
    wake: () => {
      isWoken = true;
      endPause?.();
    },
  };
}

/** A document with its lease: the token of the claim, and its end. */
export type Leased<T> = T & { lease: { token: string; until: Date } };

export interface ClaimOptions {
  /** Selects due documents; must be served by an index. */
  filter: Record<string, unknown>;
  sort?: Record<string, 1 | -1>;
  limit: number;
  /** Milliseconds. */
  leaseMs: number;
  now: Date;
  /**
   * The caller's writes are conditional on the version that it read, or only the lease of these documents ever
   * changes. The documents are then read once, before they are leased, instead of twice.
   */
  guarded?: boolean;
  /** Projection of the documents; all fields when absent. */
  fields?: Record<string, 1>;
}

/** Like `claim`, for documents with several leases, each in a field of its own. */
export async function claimIn<T extends { _id: unknown }>(
  field: string,
  model: Model<T>,
  { filter, sort = {}, limit, leaseMs, now, guarded = false, fields = {} }: ClaimOptions,
): Promise<{ token: string; claimed: T[] }> {
  // the driver, not mongoose: hydrating hundreds of documents costs more than the query
  const documents = model.collection;
  const read = (wanted: Record<string, unknown>, projection: Record<string, 1>) =>
    documents.find<T>(wanted, { projection, sort, limit, batchSize: limit + 1 }).toArray();
  const unleased = [
    { [`${field}.until`]: { $exists: false } },
    { [`${field}.until`]: { $lte: now } },
  ];
  const free = { $and: [filter, { $or: unleased }] };
  const token = randomUUID();
  const found = await read(free, guarded ? fields : { _id: 1 });
  if (found.length === 0) return { token, claimed: [] };
  const ids = found.map((document) => document._id);
  const lease = { token, until: new Date(now.getTime() + leaseMs) };
  const { matchedCount } = await documents.updateMany(
    { _id: { $in: ids }, ...free } as Record<string, unknown>,
    { $set: { [field]: lease } },
  );
  if (guarded && matchedCount === found.length) {
    return { token, claimed: found.map((document) => ({ ...document, [field]: lease })) };
  }
  return { token, claimed: await read({ _id: { $in: ids }, [`${field}.token`]: token }, fields) };
}

/**
 * Leases up to `limit` documents for `leaseMs` milliseconds. Every later write must filter on
 * `{ _id, "lease.token": token }`: each claim has a new token, so the writes of a worker whose lease has
 * ended match no document, and the worker must stop.
 *
 * @returns the claimed documents, lean, in the order of `sort`
 */
export async function claim<T extends { _id: unknown }>(
  model: Model<T>,
  options: ClaimOptions,
): Promise<Leased<T>[]> {
  const { claimed } = await claimIn("lease", model, options);
  return claimed as Leased<T>[];
}
