import { BSON } from "bson";
import type { Document } from "bson";
import { MongoError } from "./mongo-error.ts";

/** One field of an encoded document. */
export interface RawElement {
  readonly type: number;
  readonly key: string;
  /** Offsets into the document: start of the element, start of its value, end of both. */
  readonly start: number;
  readonly valueStart: number;
  readonly end: number;
}

export const documentType = 3;
export const arrayType = 4;

/**
 * The fields of a document, without decoding them (bsonspec.org). The gateway forwards documents as bytes, which
 * preserves types, key order and number-like keys.
 */
export function* elementsOf(document: Buffer): Generator<RawElement> {
  const documentEnd = document.readInt32LE(0) - 1;
  let position = 4;
  while (position < documentEnd) {
    const start = position;
    const type = document.readInt8(start);
    const keyEnd = document.indexOf(0, start + 1);
    const valueStart = keyEnd + 1;
    position = valueStart + valueLength(document, type, valueStart);
    yield {
      type,
      key: document.toString("utf8", start + 1, keyEnd),
      start,
      valueStart,
      end: position,
    };
  }
}

function valueLength(document: Buffer, type: number, at: number): number {
  switch (type) {
    case 1: // double
    case 9: // date
    case 17: // timestamp
    case 18: // 64-bit integer
      return 8;
    case 2: // string
    case 13: // JavaScript
    case 14: // symbol
      return 4 + document.readInt32LE(at);
    case documentType:
    case arrayType:
    case 15: // JavaScript with scope
      return document.readInt32LE(at);
    case 5: // binary
      return 5 + document.readInt32LE(at);
    case 7: // object id
      return 12;
    case 8: // boolean
      return 1;
    case 11: // regular expression: two strings, each ended by a zero
      return document.indexOf(0, document.indexOf(0, at) + 1) + 1 - at;
    case 12: // database pointer
      return 16 + document.readInt32LE(at);
    case 16: // 32-bit integer
      return 4;
    case 19: // 128-bit decimal
      return 16;
    case 6: // undefined
    case 10: // null
    case -1: // MinKey
    case 127: // MaxKey
      return 0;
    default:
      throw new MongoError(22, "InvalidBSON", `unknown BSON type ${type}`);
  }
}

/** A document from encoded elements. */
export function documentOf(elements: readonly Buffer[]): Buffer {
  const body = Buffer.concat(elements);
  const length = Buffer.alloc(4);
  length.writeInt32LE(body.length + 5);
  return Buffer.concat([length, body, Buffer.alloc(1)]);
}

export const elementOf = (type: number, key: string, value: Buffer): Buffer =>
  Buffer.concat([Buffer.from([type]), Buffer.from(`${key}\0`), value]);

export const arrayOf = (documents: readonly Buffer[]): Buffer =>
  documentOf(documents.map((document, index) => elementOf(documentType, String(index), document)));

export const encode = (document: Document): Buffer =>
  Buffer.from(BSON.serialize(document, { ignoreUndefined: false }));

export const decode = (bytes: Buffer): Document =>
  BSON.deserialize(bytes, {
    promoteLongs: true,
    bsonRegExp: true,
    allowObjectSmallerThanBufferSize: true,
  });
