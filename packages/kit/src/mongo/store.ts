import { Schema, type Connection, type Model, type QueryFilter } from "mongoose";
import { claim, type ClaimOptions, type Leased } from "./lease.ts";
import { keyedHash } from "../keyed-hash.ts";
import { unlessDuplicate } from "../mongo-errors.ts";

/**
 * Documents with a string as id. Their fields are described by the type of their model, and validated at the edges of
 * the service: the schema neither casts nor checks them, and has no defaults. Declare their indexes on it.
 */
export const indexedDocuments = () =>
  new Schema({ _id: String }, { strict: false, versionKey: false, minimize: false });

/** Documents that are deleted at their `expiresAt`. */
export const expiringDocuments = () =>
  indexedDocuments().index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** Matches documents of one claim while their lease is held: a worker that froze past its lease changes nothing. */
export const whileLeased = (
  held: readonly Leased<{ _id: unknown }>[],
): Record<string, unknown> => ({
  _id: { $in: held.map(({ _id }) => _id) },
  "lease.token": held[0]?.lease.token ?? "",
});

/** Applies an update to each document, and creates those that do not exist. @returns how many are new */
export async function upsertAll<T>(
  { collection }: Model<T>,
  updates: readonly { _id: unknown; update: Record<string, object> }[],
): Promise<number> {
  if (updates.length === 0) return 0;
  const operations = updates.map(({ _id, update }) => ({
    updateOne: { filter: { _id } as Record<string, unknown>, update, upsert: true },
  }));
  return (await collection.bulkWrite(operations, { ordered: false })).upsertedCount;
}

type ClaimTerms = Pick<ClaimOptions, "leaseMs" | "now">;

/** The base class of a store: the model of one collection. @param schema  declares indexes, which a migration creates */
export const storeOf = <T extends { _id: unknown }>(name: string, schema = indexedDocuments()) =>
  class {
    readonly model: Model<T>;

    constructor(connection: Connection) {
      this.model = connection.model<T>(name, schema, name);
    }

    document(id: T["_id"]): Promise<T | null> {
      return this.model.findById(id).lean<T>().exec();
    }

    /** Inserts a document unless its id exists. @returns whether it is new */
    insertNew(_id: T["_id"], fields: Record<string, unknown>): Promise<boolean> {
      // no upsert: of two at the same time, DocumentDB reports both as new; in the driver's type ids are ObjectIds
      return unlessDuplicate(this.model.collection.insertOne({ _id, ...fields } as never));
    }

    /** Deletes the documents of these ids, or those that have one of them in this field. */
    async eraseAll(ids: readonly string[], field = "_id"): Promise<void> {
      await this.model.deleteMany({ [field]: { $in: ids } } as QueryFilter<T>);
    }

    /** Leases one document. @returns null when it does not match, or another process holds it */
    async claimOne(
      filter: Record<string, unknown>,
      terms: ClaimTerms & Pick<ClaimOptions, "sort">,
    ): Promise<Leased<T> | null> {
      const [claimed] = await claim(this.model, { filter, limit: 1, ...terms });
      return claimed ?? null;
    }

    /** Leases the documents that are due by this field, the longest due first. @param also  a further condition */
    claimBy(
      dueAt: keyof T & string,
      terms: ClaimTerms & Pick<ClaimOptions, "limit">,
      also: ClaimOptions["filter"] = {},
    ): Promise<Leased<T>[]> {
      const filter = { ...also, [dueAt]: { $lte: terms.now } };
      return claim(this.model, { filter, sort: { [dueAt]: 1 }, ...terms });
    }

    /** Updates documents of one claim. @returns how many the caller still holds */
    async updateLeased(
      held: readonly Leased<{ _id: unknown }>[],
      update: Record<string, Record<string, unknown>>,
    ): Promise<number> {
      if (held.length === 0) return 0;
      return (await this.model.collection.updateMany(whileLeased(held), update)).matchedCount;
    }

    /** Extends the lease of one claim. @returns how many documents the caller still holds */
    renew(held: readonly Leased<{ _id: unknown }>[], until: Date): Promise<number> {
      return this.updateLeased(held, { $set: { "lease.until": until } });
    }

    /** Releases the lease of a document, so that another process can claim it at once. */
    async release(held: Leased<{ _id: unknown }>): Promise<void> {
      await this.updateLeased([held], { $unset: { lease: 1 } });
    }
  };

/** The base class of a store that recognises personal data by keyed hashes, without storing it. */
export const hashingStoreOf = <T extends { _id: unknown }>(
  name: string,
  schema = indexedDocuments(),
) =>
  class extends storeOf<T>(name, schema) {
    readonly #secret: string;

    constructor(connection: Connection, secret: string) {
      super(connection);
      this.#secret = secret;
    }

    hash(kind: string, value: string): string {
      return keyedHash(this.#secret, kind, value);
    }
  };

/** The earliest date in a field of the documents that match, or null. An index of the field must serve the filter. */
export async function earliest<T>(
  model: Model<T>,
  field: string,
  filter: QueryFilter<T>,
): Promise<Date | null> {
  const first = await model
    .findOne(filter, { [field]: 1 })
    .sort({ [field]: 1 })
    .lean<Record<string, Date>>();
  return first?.[field] ?? null;
}
