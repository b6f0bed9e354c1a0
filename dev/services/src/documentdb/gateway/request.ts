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

export interface Request {
  /** Name of the command, which is the name of its first field. */
  readonly name: string;
  /** The decoded fields, except large ones. */
  readonly fields: Document;
  /** The command for the engine, encoded, without the envelope fields. */
  readonly forEngine: Buffer;
  readonly database: string;
}

/** Documents sent outside the command's body, with the name of their field. */
export type DocumentSequence = readonly [field: string, documents: readonly Buffer[]];

const setOf = (names: string): ReadonlySet<string> => new Set(names.trim().split(/\s+/));

/** Envelope fields that the engine refuses or does not know. */
const envelopeFields = setOf(`
  lsid txnNumber startTransaction autocommit $clusterTime $readPreference $db apiVersion apiStrict
  apiDeprecationErrors readConcern writeConcern comment maxTimeMS bypassEmptyTsReplacement
`);

/** Fields with documents that the gateway does not read. */
const largeFields = setOf("documents updates deletes pipeline filter q u update query indexes ops");

export function parseRequest(body: Buffer, sequences: readonly DocumentSequence[] = []): Request {
  let name: string | undefined;
  const smallFields: Buffer[] = [];
  const forwarded: Buffer[] = [];
  for (const { type, key, start, end } of elementsOf(body)) {
    name ??= key;
    const raw = body.subarray(start, end);
    if (!envelopeFields.has(key)) forwarded.push(raw);
    if (!largeFields.has(key) || (type !== documentType && type !== arrayType))
      smallFields.push(raw);
  }
  for (const [field, documents] of sequences)
    forwarded.push(elementOf(arrayType, field, arrayOf(documents)));
  const fields = decode(documentOf(smallFields));
  return {
    name: name ?? "",
    fields,
    forEngine: documentOf(forwarded),
    database: fields["$db"] ?? "admin",
  };
}

export const collectionOf = ({ name, fields }: Request): string => String(fields[name]);
