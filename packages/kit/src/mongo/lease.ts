import { randomUUID } from "node:crypto";
import type { Model, mongo } from "mongoose";

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
   * changes. The documents are then read once, before they are leased: `bench/scheduler` counts the reads. Of large
   * documents, those that fit in one answer of the database are claimed: 16 MB.
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
  const read = (wanted: Record<string, unknown>, options: mongo.FindOptions) =>
    documents.find<T>(wanted, { sort, limit, batchSize: limit + 1, ...options }).toArray();
  const unleased = [
    { [`${field}.until`]: { $exists: false } },
    { [`${field}.until`]: { $lte: now } },
  ];
  const free = { $and: [filter, { $or: unleased }] };
  const token = randomUUID();
  const found = await read(free, {
    projection: guarded ? fields : { _id: 1 },
    singleBatch: guarded,
  });
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
  return {
    token,
    claimed: await read({ _id: { $in: ids }, [`${field}.token`]: token }, { projection: fields }),
  };
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

/**
 * Renews a lease three times in its length, so that two renewals may fail before it is lost. Ends when the returned
 * function is called or `signal` aborts; `failed` gets the error of a renewal.
 */
export function keepLease(
  renew: (until: Date) => Promise<unknown>,
  options: { leaseMs: number; failed: (error: unknown) => void; signal?: AbortSignal },
): () => void {
  const { leaseMs, failed, signal } = options;
  const timer = setInterval(() => {
    if (signal?.aborted === true) return clearInterval(timer);
    renew(new Date(Date.now() + leaseMs)).catch(failed);
  }, leaseMs / 3);
  return () => clearInterval(timer);
}
