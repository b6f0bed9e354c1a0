import { BSON, onDemand, type Document } from "bson";

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
  for (const [type, keyStart, keyLength, valueStart, length] of onDemand.parseToElements(
    document,
  )) {
    const key = document.toString("utf8", keyStart, keyStart + keyLength);
    yield { type, key, start: keyStart - 1, valueStart, end: valueStart + length };
  }
}

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
