import { randomUUID } from "node:crypto";
import type { Model } from "mongoose";
import { withContext } from "./context.ts";
import type { Logger } from "./logger.ts";
import { counter, histogram } from "./metrics.ts";

/** Something that works in the background of a service. */
export interface Worker {
  start(): Promise<void>;
  /** Ends after the work at hand. */
  stop(): Promise<void>;
}

const failures = counter("job_failures_total");
const rounds = histogram("job_round_duration_seconds");

/** What a round says of the next one: at once, in so many milliseconds, or nothing: after the usual pause. */
export type NextRound = void | "again" | number;

/**
 * Runs `run` every `everyMs` milliseconds or when the round before said, one round at a time, and at once
 * when nudged. An error is counted and logged, and the next round comes after the pause.
 */
export function ticker(options: {
  name: string;
  everyMs: number;
  /** Nudges that come one after another get one round in so many milliseconds; the first gets it at once. */
  apartMs?: number;
  logger: Logger;
  run: (signal: AbortSignal) => Promise<NextRound>;
}): Worker & { nudge(): void } {
  const { name, logger, apartMs = 0 } = options;
  // a series that begins at 1 has not grown, as Prometheus sees it
  failures.inc({ task: name }, 0);
  const aborter = new AbortController();
  let nudged = false;
  let wake: (() => void) | undefined;
  let loop: Promise<void> | undefined;

  const pause = (began: number, ms: number) =>
    new Promise<void>((resolve) => {
      if (aborter.signal.aborted) return resolve();
      const apart = () => Math.max(0, began + apartMs - performance.now());
      let timer = setTimeout(resolve, nudged ? apart() : ms);
      wake = () => {
        clearTimeout(timer);
        if (aborter.signal.aborted) resolve();
        else timer = setTimeout(resolve, apart());
      };
    });

  const round = async (): Promise<NextRound> => {
    const end = rounds.startTimer({ task: name });
    try {
      return await withContext({ correlationId: randomUUID() }, () => options.run(aborter.signal));
    } catch (error) {
      if (aborter.signal.aborted) return;
      failures.inc({ task: name });
      logger.error({ err: error, job: name }, "job failed");
    } finally {
      end();
    }
  };

  const forever = async () => {
    while (!aborter.signal.aborted) {
      nudged = false;
      const began = performance.now();
      const next = await round();
      if (next !== "again") await pause(began, next ?? options.everyMs);
    }
  };

  return {
    start: async () => {
      loop ??= forever();
    },
    stop: async () => {
      aborter.abort();
      wake?.();
      await loop;
    },
    nudge: () => {
      nudged = true;
      wake?.();
    },
  };
}

/** Part of a mongoose schema: who works on the document, and until when. */
export const leaseFields = {
  lease: { type: { token: String, until: Date, _id: false }, required: false },
} as const;

export type Leased<T> = T & { lease: { token: string; until: Date } };

interface ClaimOptions {
  /** What is due; must be served by an index. */
  filter: Record<string, unknown>;
  sort?: Record<string, 1 | -1>;
  limit: number;
  /** Milliseconds. */
  leaseMs: number;
  now: Date;
  /**
   * Every write that follows is conditional on what was read, or nothing but the lease ever changes:
   * then documents are read once, before they are leased, and not again.
   */
  guarded?: boolean;
  /** What is read of each document; all when absent. */
  fields?: Record<string, 1>;
}

/** claim, for documents that carry several leases, each in a field of its own. */
export async function claimIn<T extends { _id: unknown }>(
  field: string,
  model: Model<T>,
  { filter, sort = {}, limit, leaseMs, now, guarded = false, fields = {} }: ClaimOptions,
): Promise<{ token: string; claimed: T[] }> {
  // straight to the driver: these run all day, and by the hundred documents
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
 * Takes up to `limit` documents for `leaseMs` milliseconds. Every later write must filter on
 * `{ _id, "lease.token": token }`: the token is new at each claim, so a worker that slept past its
 * lease matches nothing and must stop.
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
