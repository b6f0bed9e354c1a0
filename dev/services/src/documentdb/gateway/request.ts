import type { Document } from "bson";
import { decodeExactly, encode } from "./bson-document.ts";

export interface Request {
  /** Name of the command, which is the name of its first field. */
  readonly name: string;
  readonly fields: Document;
  /** The command for the engine, encoded, without the envelope fields. */
  readonly forEngine: Buffer;
  readonly database: string;
}

/** Envelope fields that the engine refuses or does not know. */
const envelopeFields: ReadonlySet<string> = new Set([
  "lsid",
  "txnNumber",
  "startTransaction",
  "autocommit",
  "$clusterTime",
  "$readPreference",
  "$db",
  "apiVersion",
  "apiStrict",
  "apiDeprecationErrors",
  "readConcern",
  "writeConcern",
  "comment",
  "maxTimeMS",
  "bypassEmptyTsReplacement",
]);

/** @param sequences  documents sent outside the command's body, by the name of their field */
export function parseRequest(
  body: Buffer,
  sequences: ReadonlyMap<string, readonly Buffer[]> = new Map(),
): Request {
  const fields = decodeExactly(body);
  for (const [field, documents] of sequences) fields[field] = documents.map(decodeExactly);
  const forwarded = Object.entries(fields).filter(([field]) => !envelopeFields.has(field));
  return {
    name: Object.keys(fields)[0] ?? "",
    fields,
    forEngine: encode(Object.fromEntries(forwarded)),
    database: fields["$db"] ?? "admin",
  };
}

export const collectionOf = ({ name, fields }: Request): string => String(fields[name]);
