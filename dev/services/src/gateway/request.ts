import type { Document } from "bson";
import {
  arrayOf,
  arrayType,
  decode,
  documentOf,
  documentType,
  elementOf,
  elementsOf,
} from "./bson-document.ts";

/** One command from a client. */
export interface Request {
  /** The command: the name of its first field. */
  readonly name: string;
  /** Its fields but the bulky ones, decoded. */
  readonly fields: Document;
  /** What the engine gets: the command as bytes, without the fields that are the gateway's business. */
  readonly forEngine: Buffer;
  readonly database: string;
}

/** Documents that came outside the command's body, under the name of the field they belong to. */
export type DocumentSequence = readonly [field: string, documents: readonly Buffer[]];

const setOf = (names: string): ReadonlySet<string> => new Set(names.trim().split(/\s+/));

/** Envelope fields that the engine refuses or does not know. */
const ours = setOf(`
  lsid txnNumber startTransaction autocommit $clusterTime $readPreference $db apiVersion apiStrict
  apiDeprecationErrors readConcern writeConcern comment maxTimeMS bypassEmptyTsReplacement
`);

/** Fields with documents in them that the gateway need not look into. */
const bulky = setOf("documents updates deletes pipeline filter q u update query indexes ops");

export function parseRequest(body: Buffer, sequences: readonly DocumentSequence[] = []): Request {
  let name: string | undefined;
  const small: Buffer[] = [];
  const kept: Buffer[] = [];
  for (const { type, key, start, end } of elementsOf(body)) {
    name ??= key;
    const raw = body.subarray(start, end);
    if (!ours.has(key)) kept.push(raw);
    if (!bulky.has(key) || (type !== documentType && type !== arrayType)) small.push(raw);
  }
  for (const [field, documents] of sequences)
    kept.push(elementOf(arrayType, field, arrayOf(documents)));
  const fields = decode(documentOf(small));
  return {
    name: name ?? "",
    fields,
    forEngine: documentOf(kept),
    database: fields["$db"] ?? "admin",
  };
}

/** The collection a command is about. */
export const collectionOf = ({ name, fields }: Request): string => String(fields[name]);

/** A key for the transaction a command belongs to, or undefined. */
export function transactionOf({ fields }: Request): string | undefined {
  return fields["lsid"] && fields["autocommit"] === false
    ? fields["lsid"].id.toString("hex")
    : undefined;
}
