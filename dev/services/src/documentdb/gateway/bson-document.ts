import { BSON, type Document } from "bson";

/** The largest message: maxMessageSizeBytes plus room for the envelope. */
export const maxMessageBytes = 50_000_000;

BSON.setInternalBufferSize(maxMessageBytes);

export const encode = (document: Document): Buffer =>
  Buffer.from(BSON.serialize(document, { ignoreUndefined: false }));

/** A document of the engine. Numbers become numbers of JavaScript. */
export const decode = (bytes: Buffer): Document => BSON.deserialize(bytes);

/** A document of a client: every value keeps its type, so that encoding it again gives the same document. */
export const decodeExactly = (bytes: Buffer): Document =>
  BSON.deserialize(bytes, { promoteValues: false, bsonRegExp: true });
